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
  /** The labels of `gold` and `given`, if all questions have the same ones. Absent: the labels are letters, or the answers are not closed. */
  labels: z.array(z.string()).exactOptional(),
  /** the judges and the criteria of `judges` in the rows */
  judges: z.object({ names: z.array(z.string()), criteria: z.array(z.string()) }).exactOptional(),
  /**
   * One row per (instance, train trial, repeat), in request order. `values[i]` belongs to `metrics[i]` and is null without a score.
   */
  rows: z.array(
    z.object({
      id: z.string(),
      trial: z.int(),
      /** the number of the repeated request, from 1; absent for the first, and in a run without repeats */
      repeat: z.int().exactOptional(),
      cluster: z.string().optional(),
      stratum: z.string().optional(),
      /** of the instance's input and references (scoring/input-hash.ts); absent in older runs */
      inputSha256: z.string().exactOptional(),
      /** the correct label of a closed answer; never in a release of a run that is not public */
      gold: z.string().exactOptional(),
      /** the label that the reply gives, as profile corrected reads it; absent if it gives none */
      given: z.string().exactOptional(),
      /** judges[j][c]: the score of judge j on criterion c; null: none. Nulls at the end are left out. */
      judges: z.array(z.array(z.number().nullable())).exactOptional(),
      /** The numerator and denominator of a metric that is a ratio of sums, in the order of `metrics`. */
      counts: z.array(z.tuple([z.number(), z.number()]).nullable()).exactOptional(),
      values: z.array(z.number().nullable()),
    }),
  ),
});
export type Scores = z.infer<typeof Scores>;
