import type { Interval } from "./interval.ts";
import { normalQuantile } from "./quantiles.ts";

/**
 * Wilson's score interval of a proportion, cut to 0 and 1, without continuity correction (Wilson 1927).
 * Undefined without trials.
 * @param level e.g. 0.95
 */
export function wilson(successes: number, n: number, level: number): Interval | undefined {
  return n > 0 ? wilsonForm(successes / n, n, normalQuantile((1 + level) / 2)) : undefined;
}

/**
 * Wilson's form for any mean p from 0 to 1.
 * @param n the effective number of scores; it may be a fraction
 * @param critical number of standard errors, of the normal distribution or of Student's t
 */
export function wilsonForm(p: number, n: number, critical: number): Interval {
  const z2 = critical * critical;
  const centre = (p + z2 / (2 * n)) / (1 + z2 / n);
  const half = (critical * Math.sqrt((p * (1 - p)) / n + z2 / (4 * n * n))) / (1 + z2 / n);
  return { low: p === 0 ? 0 : Math.max(0, centre - half), high: p === 1 ? 1 : Math.min(1, centre + half) };
}
