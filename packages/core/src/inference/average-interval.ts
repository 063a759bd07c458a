import type { Interval } from "../statistics/interval.ts";
import { tQuantile } from "../statistics/quantiles.ts";
import { wilsonForm } from "../statistics/wilson.ts";

/**
 * The 95 % interval of an average of scores from 0 to 1: Wilson's form on average · (1 - average) / variance effective items, with t. It has
 * no zero width and stays within 0 and 1.
 * @param degrees of freedom of the variance; may be fractional
 * @param units the effective number if the variance is 0
 */
export function averageInterval(average: number, variance: number, degrees: number, units: number): Interval {
  const effective = variance > 0 ? (average * (1 - average)) / variance : units;
  return wilsonForm(average, effective > 0 ? effective : units, tQuantile(0.975, degrees));
}
