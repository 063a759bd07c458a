import { z } from "zod";

/** The main metric of rules that know no medicine, on the instances of a run. */
export const Baselines = z.object({
  /** the gold answer itself */
  gold: z.number().exactOptional(),
  /** the most frequent correct label of the run, for every instance */
  majority: z.number().exactOptional(),
  /** each option with equal probability: the expected value */
  uniform: z.number().exactOptional(),
  /** the positive one of two labels, for every instance */
  alwaysYes: z.number().exactOptional(),
  /** the text of the input; absent if the inputs are very long */
  copy: z.number().exactOptional(),
});
export type Baselines = z.infer<typeof Baselines>;

/** Measures of questions with two labels (statistics/two-way.ts), as profile corrected reads the answers. An unread answer is wrong. */
export const TwoWayCounts = z.object({
  /** the positive label; absent if the run is not public */
  positive: z.string().exactOptional(),
  tp: z.int(),
  fn: z.int(),
  fp: z.int(),
  tn: z.int(),
  sensitivity: z.number().exactOptional(),
  specificity: z.number().exactOptional(),
  balancedAccuracy: z.number().exactOptional(),
  mcc: z.number().exactOptional(),
});

const OfProfile = z.object({
  /** the share of the scores' variance that is between repeats of one item */
  withinShare: z.number().exactOptional(),
  /** the share of unequal pairs among the pairs of repeats of one item */
  flipRate: z.number().exactOptional(),
  /** the mean over items of the lowest, and of the highest score */
  worst: z.number(),
  best: z.number(),
});

/** Measures of repeated requests (statistics/repeats.ts). `times`: the number of requests for each item. */
export const RepeatMeasures = z.object({
  times: z.int().min(2),
  helm: OfProfile.exactOptional(),
  corrected: OfProfile.exactOptional(),
});
