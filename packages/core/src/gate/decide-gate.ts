import { normalQuantile } from "../statistics/quantiles.ts";
import type { Bounded } from "./one-sided-bounds.ts";

export type GateOutcome = "passed" | "failed" | "not decided";

export interface Decision {
  readonly outcome: GateOutcome;
  /** About how many items decide, if the value stays as it is; absent if the outcome is decided, and if no feasible number does. */
  readonly itemsNeeded?: number;
}

/** The chance that a gate with so many items decides. */
const POWER = 0.8;
/** No benchmark has more items. */
const MOST_ITEMS = 1_000_000;

/**
 * Compares a number with a limit: passed if the lower one-sided 95 % bound is above it, failed if the upper one is below it.
 * @param limit e.g. -0.05 for a difference that may be 0.05 worse
 */
export function decideGate({ value, low, high, sd, n }: Bounded, limit: number): Decision {
  if (low > limit) return { outcome: "passed" };
  if (high < limit) return { outcome: "failed" };
  const distance = Math.abs(value - limit);
  const standardErrors = normalQuantile(0.95) + normalQuantile(POWER);
  // the bounds of equal scores shrink with the number of items, those of others with its root
  const needed =
    sd === 0 ? (n * Math.max(value - low, high - value)) / distance : ((standardErrors * sd) / distance) ** 2;
  return {
    outcome: "not decided",
    ...(needed > MOST_ITEMS ? {} : { itemsNeeded: Math.max(Math.ceil(needed), n + 1) }),
  };
}
