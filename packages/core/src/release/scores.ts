import { z } from "zod";

/** runs/<suite>/<run>/scores.json: the main metrics per instance. Confidence intervals and comparisons need only this file. */
export const Scores = z.object({
  formatVersion: z.literal(1),
  suite: z.string(),
  run: z.string(),
  benchmark: z.string(),
  model: z.string(),
  modelDeployment: z.string(),
  split: z.string(),
  metrics: z.array(z.object({ name: z.string(), profile: z.enum(["helm", "corrected"]), main: z.boolean() })),
  /** one row per (instance, train trial), in request order; `values[i]` belongs to `metrics[i]` and is null without a score */
  rows: z.array(
    z.object({
      id: z.string(),
      trial: z.int(),
      cluster: z.string().optional(),
      stratum: z.string().optional(),
      /** of the instance's input and references (scoring/input-hash.ts); absent in older runs */
      inputSha256: z.string().exactOptional(),
      values: z.array(z.number().nullable()),
    }),
  ),
});
export type Scores = z.infer<typeof Scores>;
