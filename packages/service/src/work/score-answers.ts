import type { RequestState } from "@medhelm/core/helm/scenario-state";
import { BERT_SCORES } from "@medhelm/core/metrics/asks-bert-score";
import { bertScore } from "@medhelm/core/metrics/bert-score";
import { bertTexts } from "@medhelm/core/metrics/bert-texts";
import type { Encoder } from "@medhelm/core/ports";
import type { EncoderScores } from "@medhelm/core/scoring/encoder-scores";

type Texts = ReturnType<typeof bertTexts>;
type Values = EncoderScores["scores"][number]["values"];

/** Computes BERTScore for every answer. An error that `onScored` throws stops it. */
export async function scoreAnswers(
  encoder: Encoder,
  answered: AsyncIterable<RequestState>,
  onScored?: (done: number) => void,
): Promise<EncoderScores> {
  const scores: EncoderScores["scores"] = [];
  for await (const state of answered) {
    scores.push(await scoresOf(encoder, state));
    onScored?.(scores.length);
  }
  return { schemaVersion: 1, encoder: { ...encoder.identity }, scores };
}

async function scoresOf(encoder: Encoder, state: RequestState): Promise<EncoderScores["scores"][number]> {
  const { id, perturbation } = state.instance;
  const texts = bertTexts(state, "helm");
  const corrected = bertTexts(state, "corrected");
  const isSame = JSON.stringify(texts) === JSON.stringify(corrected);
  return {
    instance_id: id ?? "",
    ...(perturbation === undefined ? {} : { perturbation }),
    train_trial_index: state.train_trial_index,
    values: await valuesOf(encoder, texts),
    ...(isSame ? {} : { corrected: await valuesOf(encoder, corrected) }),
  };
}

async function valuesOf(encoder: Encoder, { candidate, references }: Texts): Promise<Values> {
  const ours = await encoder.hiddenStates(candidate);
  const theirs = [];
  for (const reference of references) theirs.push(await encoder.hiddenStates(reference));
  const score = bertScore(ours, theirs);
  if (score === undefined) return {};
  const named = BERT_SCORES.map(
    (name, i) => [name, [score.precision, score.recall, score.f1][i] ?? Number.NaN] as const,
  );
  return Object.fromEntries(named.filter(([, value]) => Number.isFinite(value)));
}
