import { z } from "zod";
import { Perturbation } from "./instance.ts";

/** HELM's stats.json and per_instance_stats.json. The field order is HELM's (metrics/statistic.py, metric_name.py). */
export const MetricName = z.object({
  name: z.string(),
  split: z.string().optional(),
  sub_split: z.string().optional(),
  perturbation: Perturbation.optional(),
});
export type MetricName = z.infer<typeof MetricName>;

/** min, max, mean, variance and stddev are absent if count is 0. The variance is the population variance. */
export const Stat = z.object({
  name: MetricName,
  count: z.int(),
  sum: z.number(),
  sum_squared: z.number(),
  min: z.number().optional(),
  max: z.number().optional(),
  mean: z.number().optional(),
  variance: z.number().optional(),
  stddev: z.number().optional(),
});
export type Stat = z.infer<typeof Stat>;

export const PerInstanceStats = z.object({
  instance_id: z.string(),
  perturbation: Perturbation.optional(),
  train_trial_index: z.int(),
  stats: z.array(Stat),
});
export type PerInstanceStats = z.infer<typeof PerInstanceStats>;
