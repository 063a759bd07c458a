import type { Interval } from "./interval.ts";
import { betaQuantile } from "./quantiles.ts";

/**
 * The exact interval of a proportion (Clopper and Pearson 1934). It holds at least the level, and is wider than Wilson's.
 * Undefined without trials.
 * @param level e.g. 0.95
 */
export function clopperPearson(successes: number, n: number, level: number): Interval | undefined {
  if (n <= 0) return undefined;
  const tail = (1 - level) / 2;
  return {
    low: successes === 0 ? 0 : betaQuantile(tail, successes, n - successes + 1),
    high: successes === n ? 1 : betaQuantile(1 - tail, successes + 1, n - successes),
  };
}
