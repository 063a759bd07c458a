import { z } from "zod";

/** A share of answers that differ, and the number of compared pairs. */
const Flips = z.object({ share: z.number(), of: z.int() });

/** The effect of a change of the text on a run. */
export const Change = z.object({
  perturbation: z.string(),
  /** instances with a score of both requests */
  instances: z.int(),
  plain: z.number(),
  changed: z.number(),
  /** the mean of the lower of the two scores of each instance */
  worst: z.number(),
  /** the share of instances whose answer differs, among those with two comparable answers; absent without any */
  flips: Flips.exactOptional(),
});
export type Change = z.infer<typeof Change>;

export const Changes = z.object({
  changes: z.array(Change),
  /** over instances with a plain score and all changes of them; absent without changes */
  all: z
    .object({
      instances: z.int(),
      plain: z.number(),
      /** the mean of the lowest score of each instance */
      worst: z.number(),
      /** the largest difference between the means of the plain requests and of the changes */
      spread: z.number(),
    })
    .exactOptional(),
});
export type Changes = z.infer<typeof Changes>;

/** Answers of similar confidence: a part of a reliability diagram. */
export const ReliabilityBin = z.object({
  from: z.number(),
  to: z.number(),
  answers: z.int(),
  confidence: z.number(),
  correct: z.number(),
  interval: z.object({ low: z.number(), high: z.number() }),
});
export type ReliabilityBin = z.infer<typeof ReliabilityBin>;

export const Reliability = z.object({
  answers: z.int(),
  ece: z.number(),
  brier: z.number(),
  /** those with answers */
  bins: z.array(ReliabilityBin),
});
export type Reliability = z.infer<typeof Reliability>;

/** Means over texts; a measure that no text has is absent. */
const StyleMeans = z.object({
  words: z.number().exactOptional(),
  grade: z.number().exactOptional(),
  hedges: z.number().exactOptional(),
  longWords: z.number().exactOptional(),
});
export type StyleMeans = z.infer<typeof StyleMeans>;

/** The mean style of answers and of their references. */
const StyleOfRun = z.object({
  answers: z.int(),
  ofAnswers: StyleMeans,
  /** of the references of the same instances; absent without references */
  ofReferences: StyleMeans.exactOptional(),
});

/** The measures of a run's sealed answers in addition to its score. Each part is absent if the run has no such answers. */
export const Qualities = z.object({
  /** changes that keep the question's meaning */
  robustness: Changes.exactOptional(),
  /** exchanges of a stated attribute of the patient */
  counterfactual: Changes.exactOptional(),
  /** the flips of the plain question's repeats: those that chance alone gives */
  repeats: Flips.exactOptional(),
  /** by the probabilities that the server gave */
  calibration: Reliability.exactOptional(),
  /** by the confidence that the answers state */
  stated: Reliability.exactOptional(),
  /** absent for answers that are one of a list */
  style: StyleOfRun.exactOptional(),
});
export type Qualities = z.infer<typeof Qualities>;
