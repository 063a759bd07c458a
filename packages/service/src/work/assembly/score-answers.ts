import type { RequestState } from "@medhelm/core/helm/scenario-state";
import { BERT_SCORES } from "@medhelm/core/metrics/asks-bert-score";
import { bertScore } from "@medhelm/core/metrics/bert-score";
import { bertTexts } from "@medhelm/core/metrics/bert-texts";
import type { Encoder, HiddenStates } from "@medhelm/core/ports";
import { turns } from "@medhelm/core/run/turns";
import type { EncoderScores } from "@medhelm/core/scoring/encoder-scores";
import { encodedReferences, type EncodeReference } from "./encoded-references.ts";

/** Answers that are encoded together. They follow each other in the run, so that its scores do not depend on other runs. */
const ANSWERS_AT_ONCE = 16;

type Texts = ReturnType<typeof bertTexts>;
type Values = EncoderScores["scores"][number]["values"];
/** The states of texts that are encoded already. */
interface Encoded {
  readonly candidates: ReadonlyMap<string, HiddenStates>;
  readonly reference: EncodeReference;
}

/** Computes BERTScore for every answer, until the signal aborts. */
export async function scoreAnswers(
  encoder: Encoder,
  answered: AsyncIterable<RequestState>,
  { signal, onScored }: { readonly signal?: AbortSignal; readonly onScored?: (done: number) => void } = {},
): Promise<EncoderScores> {
  const scores: EncoderScores["scores"] = [];
  const reference = encodedReferences(encoder);
  // The comparison of an answer with references that are encoded already takes up to a tenth of a second here.
  const turn = turns(1);
  for await (const states of several(answered)) {
    const texts = new Set(states.flatMap(textsOf).map(({ candidate }) => candidate));
    const encoded = await encoder.hiddenStates([...texts], signal);
    const candidates = new Map([...texts].flatMap((text, i) => pairOf(text, encoded[i])));
    for (const state of states) {
      await turn();
      signal?.throwIfAborted();
      scores.push(await scoresOf({ candidates, reference }, state));
      onScored?.(scores.length);
    }
  }
  return { schemaVersion: 1, encoder: { ...encoder.identity }, scores };
}

const pairOf = (text: string, states: HiddenStates | undefined): (readonly [string, HiddenStates])[] =>
  states === undefined ? [] : [[text, states]];

async function* several(answered: AsyncIterable<RequestState>): AsyncGenerator<RequestState[]> {
  let states: RequestState[] = [];
  for await (const state of answered) {
    states.push(state);
    if (states.length < ANSWERS_AT_ONCE) continue;
    yield states;
    states = [];
  }
  if (states.length > 0) yield states;
}

const textsOf = (state: RequestState): [helm: Texts, corrected: Texts] => [
  bertTexts(state, "helm"),
  bertTexts(state, "corrected"),
];

async function scoresOf(encoded: Encoded, state: RequestState): Promise<EncoderScores["scores"][number]> {
  const { id, perturbation } = state.instance;
  const [texts, corrected] = textsOf(state);
  const isSame = JSON.stringify(texts) === JSON.stringify(corrected);
  return {
    instance_id: id ?? "",
    ...(perturbation === undefined ? {} : { perturbation }),
    train_trial_index: state.train_trial_index,
    values: await valuesOf(encoded, texts),
    ...(isSame ? {} : { corrected: await valuesOf(encoded, corrected) }),
  };
}

async function valuesOf({ candidates, reference }: Encoded, { candidate, references }: Texts): Promise<Values> {
  const ours = candidates.get(candidate);
  if (ours === undefined) throw new Error("an answer was not encoded");
  const theirs = [];
  for (const text of references) theirs.push(await reference(text));
  const score = bertScore(ours, theirs);
  if (score === undefined) return {};
  const named = BERT_SCORES.map(
    (name, i) => [name, [score.precision, score.recall, score.f1][i] ?? Number.NaN] as const,
  );
  return Object.fromEntries(named.filter(([, value]) => Number.isFinite(value)));
}
