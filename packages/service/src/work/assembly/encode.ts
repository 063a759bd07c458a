import type { RequestState } from "@medhelm/core/helm/scenario-state";
import { asksBertScore, BERT_SCORES } from "@medhelm/core/metrics/asks-bert-score";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { getJson } from "@medhelm/core/store/objects";
import { openRun } from "@medhelm/core/store/run-files";
import type { Encoder, ObjectStore } from "@medhelm/core/ports";
import { ENCODER_SCORES, EncoderScores } from "@medhelm/core/scoring/encoder-scores";
import type { RunPlan } from "@medhelm/core/run/spec/expand";
import { UserError } from "@medhelm/core/user-error";
import type { AttemptFiles } from "./attempt-files.ts";
import type { WorkerPorts, WorkRequest } from "../ports.ts";

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
 * @returns the hash of the file; nothing if the run needs no encoder
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
): Promise<AttemptFiles> {
  const { encoder } = work;
  if (encoder === undefined || !asksBertScore(plan.runSpec.metric_specs)) return {};
  work.onProgress(0);
  const { scoreAnswers } = await import("./score-answers.ts");
  const { signal, onProgress } = work;
  const scores = await scoreAnswers(encoder, work.answered, { signal, onScored: onProgress });
  const text = JSON.stringify(scores);
  await objects.put(work.keyOf(ENCODER_SCORES), text);
  return { [ENCODER_SCORES]: sha256Hex(text) };
}
