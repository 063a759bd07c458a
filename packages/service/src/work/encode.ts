import type { RequestState } from "@medhelm/core/helm/scenario-state";
import { bertScore } from "@medhelm/core/metrics/bert-score";
import { asksBertScore, bertTexts } from "@medhelm/core/metrics/bert-texts";
import { BERT_SCORES } from "@medhelm/core/metrics/summarization";
import { getJson, putJson } from "@medhelm/core/store/objects";
import { openRun } from "@medhelm/core/store/run-files";
import type { Encoder, ObjectStore } from "@medhelm/core/ports";
import { ENCODER_SCORES, EncoderScores } from "@medhelm/core/scoring/encoder-scores";
import type { RunPlan } from "@medhelm/core/run/expand";
import { UserError } from "@medhelm/core/user-error";
import type { WorkerPorts, WorkRequest } from "./ports.ts";

type Texts = ReturnType<typeof bertTexts>;
type Values = EncoderScores["scores"][number]["values"];

/**
 * Opens the run's encoder before the first request. Undefined if the run needs none, or if none is configured and
 * BERTScore is not the main metric: BERTScore is then absent, with the reason. A sealed run stays sealed unless its
 * scores come from another encoder.
 * @throws UserError if the main metric needs an encoder and none is configured, or if the configured one is not an
 *   encoder
 */
export async function settleEncoder(
  ports: WorkerPorts,
  { plan, suite }: WorkRequest,
  isSealed: boolean,
): Promise<{ readonly encoder: Encoder | undefined; readonly change: string | undefined } | "sealed"> {
  if (!isSealed) return { encoder: await encoderFor(ports, plan), change: undefined };
  if (ports.encoder === undefined) return "sealed";
  const encoder = await encoderFor(ports, plan);
  const change = await encoderChange(ports.objects, suite, plan.runSpec.name, encoder);
  return change === undefined ? "sealed" : { encoder, change };
}

async function encoderFor({ encoder }: WorkerPorts, { benchmark, runSpec }: RunPlan): Promise<Encoder | undefined> {
  if (!asksBertScore(runSpec.metric_specs)) return undefined;
  if (encoder !== undefined) return encoder();
  const { mainMetric, name } = benchmark.card;
  if (!BERT_SCORES.some((metric) => metric === mainMetric)) return undefined;
  throw new UserError(
    `${mainMetric}, the main metric of ${name}, needs an encoder, so no request was sent: give --encoder-dir with the folder of distilbert-base-uncased's ONNX export and tokenizer.json, or --encoder-download`,
  );
}

async function encoderChange(
  objects: ObjectStore,
  suite: string,
  run: string,
  encoder: Encoder | undefined,
): Promise<string | undefined> {
  if (encoder === undefined) return undefined;
  const { keyOf } = await openRun(objects, suite, run);
  const stored = await getJson(objects, keyOf(ENCODER_SCORES), EncoderScores);
  if (stored === undefined) return "an encoder is available now, so BERTScore is added";
  const { sha256, tokenizerSha256 } = stored.encoder;
  const isSame = sha256 === encoder.identity.sha256 && tokenizerSha256 === encoder.identity.tokenizerSha256;
  return isSame ? undefined : "changed since the last run: encoder";
}

/**
 * Writes encoder_scores.json from the answers, in request order. Every worker computes it from the start: that costs
 * time, never money.
 */
export async function writeEncoderScores(
  { objects }: WorkerPorts,
  { plan }: WorkRequest,
  work: {
    /** Returns the key of a file in the folder of this attempt. */
    readonly keyOf: (file: string) => string;
    readonly encoder: Encoder | undefined;
    readonly answered: AsyncIterable<RequestState>;
    readonly signal: AbortSignal;
    readonly onProgress: (done: number) => void;
  },
): Promise<void> {
  const { encoder } = work;
  if (encoder === undefined || !asksBertScore(plan.runSpec.metric_specs)) return;
  work.onProgress(0);
  const scores = await scoreAnswers(encoder, work.answered, (done) => {
    work.signal.throwIfAborted();
    work.onProgress(done);
  });
  await putJson(objects, work.keyOf(ENCODER_SCORES), scores);
}

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
