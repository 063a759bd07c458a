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

/** A mean over answers. */
const MeanOf = z.object({ value: z.number(), n: z.int() });

/**
 * The jury's mean on its own scale under other rules for verdicts (scoring/jury-measures.ts), where the main metric under profile corrected is the
 * mean of the verdicts. An answer that no judge was asked about, because it is empty, has its value in each of them.
 */
export const JuryMeasures = z.object({
  /** all verdicts that exist, as in profile corrected */
  full: MeanOf,
  /** verdicts without a readable score */
  missingVerdicts: z.int(),
  /** the answers that every judge scored; absent without one */
  completeCases: MeanOf.exactOptional(),
  /** as if every judge had scored every answer (score = answer + judge); absent if the verdicts do not connect the judges */
  adjusted: z.number().exactOptional(),
  /** how much each judge scores above the mean of the judges, on the same answers */
  judgeEffects: z.record(z.string(), z.number()),
  /** without the judges of the candidate's own creator or model family; absent without such a judge, and without any other */
  withoutFamily: z
    .object({
      /** the judges that are left out */
      judges: z.array(z.string()),
      /** the mean of the other judges, as if each had scored every answer */
      value: z.number(),
    })
    .exactOptional(),
});
export type JuryMeasures = z.infer<typeof JuryMeasures>;
