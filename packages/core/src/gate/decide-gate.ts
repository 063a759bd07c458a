import { normalQuantile } from "../statistics/quantiles.ts";
import type { Bounded } from "./one-sided-bounds.ts";

export type GateOutcome = "passed" | "failed" | "not decided";

export interface Decision {
  readonly outcome: GateOutcome;
  /** About how many items decide, if the value stays as it is; absent if the outcome is decided, and if no feasible number does. */
  readonly itemsNeeded?: number;
}

/** The probability that a gate with this number of items decides. */
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
  const needed = itemsFor(Math.abs(value - limit), { sd, n, half: Math.max(value - low, high - value) });
  return {
    outcome: "not decided",
    ...(needed > MOST_ITEMS ? {} : { itemsNeeded: Math.max(Math.ceil(needed), n + 1) }),
  };
}

interface Spread extends Pick<Bounded, "sd" | "n"> {
  /** half the width between the bounds */
  readonly half: number;
}

/**
 * Solves distance = √((z sd)²/n + (c/n)²) for n. The second part is the width that equal scores still have, which shrinks with n; c follows
 * from the present bounds.
 */
function itemsFor(distance: number, { sd, n, half }: Spread): number {
  const variance = ((normalQuantile(0.95) + normalQuantile(POWER)) * sd) ** 2;
  const squareC = Math.max(0, (half * n) ** 2 - (normalQuantile(0.95) * sd) ** 2 * n);
  if (squareC === 0) return variance / distance ** 2;
  return (2 * squareC) / (Math.sqrt(variance ** 2 + 4 * squareC * distance ** 2) - variance);
}
