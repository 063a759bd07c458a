import { PerInstanceStats } from "@medhelm/core/helm/stats";
import { z } from "zod";

/**
 * Sets the spread of single values in HELM's per-instance stats to 0. HELM computes the variance as sum_squared - pow(mean, 2).
 * For one value in about 2,000, the C library's pow differs from the product by one unit in the last place.
 * For example, 0.18749999999999997 then has a variance of 7e-18 and a stddev of 2.6e-9.
 */
export function withoutNoiseOfPow(perInstance: unknown): PerInstanceStats[] {
  return z
    .array(PerInstanceStats)
    .parse(perInstance)
    .map((record) => ({
      ...record,
      stats: record.stats.map((stat) =>
        stat.count === 1 && stat.variance !== undefined && stat.variance > 0 && stat.variance < 1e-15
          ? { ...stat, variance: 0, stddev: 0 }
          : stat,
      ),
    }));
}
