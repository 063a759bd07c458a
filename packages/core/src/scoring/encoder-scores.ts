import { z } from "zod";
import { Perturbation } from "../helm/instance.ts";
import type { RequestState } from "../helm/scenario-state.ts";
import { measurementTable } from "./measurement-table.ts";
import { numberColumn } from "./number-column.ts";
import type { Profile } from "../run/profile.ts";

/** A file of the run folder; the worker writes it before scenario_state.json if it has an encoder. */
export const ENCODER_SCORES = "encoder_scores.json";

export const EncoderScore = z.object({
  instance_id: z.string(),
  perturbation: Perturbation.optional(),
  train_trial_index: z.number(),
  /** Values by the metric's name in stats.json, e.g. BERTScore-F. */
  values: z.record(z.string(), z.number()),
  /** The same for profile corrected, which compares with correct references only. */
  corrected: z.record(z.string(), z.number()).optional(),
});
export type EncoderScore = z.infer<typeof EncoderScore>;

/** The scores that needed an encoder; scoring reads them. */
export const EncoderScores = z.object({
  schemaVersion: z.literal(1),
  encoder: z.object({
    model: z.string(),
    revision: z.string(),
    layer: z.number(),
    sha256: z.string(),
    tokenizerSha256: z.string(),
  }),
  /** One record for each answer, in request order. */
  scores: z.array(EncoderScore),
});
export type EncoderScores = z.infer<typeof EncoderScores>;

/** The scores of one answer by metric name; undefined if the encoder did not score it. */
export type EncoderScoresOf = (state: RequestState, profile: Profile) => Readonly<Record<string, number>> | undefined;

/**
 * Indexes added scores by answer. It keeps numbers instead of records to save memory: a key of about 100 bytes for each answer, and the
 * values outside the heap.
 */
export function encoderScoresIndex(): { add(score: EncoderScore): void; readonly of: EncoderScoresOf } {
  const indexes = new Map<string, number>();
  const values = measurementTable();
  const corrected = measurementTable();
  const hasCorrected = numberColumn();
  let count = 0;
  return {
    add(score) {
      const index = count++;
      indexes.set(answerKey(score.instance_id, score.perturbation, score.train_trial_index), index);
      values.set(index, named(score.values));
      if (score.corrected === undefined) return;
      hasCorrected.set(index, 1);
      corrected.set(index, named(score.corrected));
    },
    of({ instance, train_trial_index }, profile) {
      const index = indexes.get(answerKey(instance.id, instance.perturbation, train_trial_index));
      if (index === undefined) return undefined;
      const measuredOf = profile === "corrected" && hasCorrected.at(index) === 1 ? corrected : values;
      return Object.fromEntries(measuredOf.shapeOf(index).map(({ name, column }) => [name, column?.at(index) ?? 0]));
    },
  };
}

const named = (values: Readonly<Record<string, number>>) =>
  Object.entries(values).map(([name, value]) => ({ name, value }));

function answerKey(id: string | undefined, perturbation: Perturbation | undefined, trial: number): string {
  return JSON.stringify([id ?? null, perturbation ?? null, trial]);
}
