import { recordsTally } from "@medhelm/core/agents/records-tally";
import type { RunSpec } from "@medhelm/core/helm/run-spec";
import { stripStateElement } from "@medhelm/core/helm/volatile";
import { imagesOf } from "@medhelm/core/helm/media";
import { helmJson } from "@medhelm/core/helm/write-json";
import { judgeTally } from "@medhelm/core/judge/coverage";
import type { FindMetric } from "@medhelm/core/metrics/metric";
import { damagedObject, parseJson } from "@medhelm/core/store/objects";
import { runFileKeys } from "@medhelm/core/store/run-files";
import type { ObjectStore, TokenUsage } from "@medhelm/core/ports";
import type { RequestState } from "@medhelm/core/helm/scenario-state";
import type { Manifest } from "@medhelm/core/release/manifest";
import { pageImage } from "@medhelm/core/release/page-instances";
import type { Qualities } from "@medhelm/core/qualities/qualities";
import { qualitiesTally } from "@medhelm/core/qualities/qualities-tally";
import type { Assembly } from "@medhelm/core/run/assembly";
import { ENCODER_SCORES } from "@medhelm/core/scoring/encoder-scores";
import { loadMetrics } from "@medhelm/core/scoring/load-metrics";
import { runScorer, type ScoredProfile } from "@medhelm/core/scoring/score";
import { type Latency, latencyTally } from "@medhelm/core/scoring/latency-tally";
import { replyTally } from "@medhelm/core/scoring/reply-tally";
import { hasTokenCounter, tokenCounter } from "@medhelm/core/run/window";
import { z } from "zod";
import { version as ownVersion } from "../version.ts";
import type { AttemptFiles } from "../work/attempt-files.ts";
import { contentHash, type FileHashes, hashesOf } from "./content-hash.ts";
import { derivedFolder, type PutDerived, putDerived } from "./derived-files.ts";
import { DERIVED_RULES } from "./derived-rules.ts";
import { listedMetric, putPages } from "./pages.ts";
import { perInstanceFile } from "./per-instance-file.ts";
import { forEachElement, hashedElements, parseState, readEncoderScores, statesFile } from "./read-lists.ts";
import { juryTally, repeatTally, twoWayTally } from "./row-tallies.ts";
import { runBaselines } from "./run-baselines.ts";
import { scoreRows } from "./scores.ts";
import { judgeScores, survey } from "./survey.ts";
import { type AddRow, shownInstances } from "./shown-instances.ts";

export interface DerivePorts {
  readonly objects: ObjectStore;
  readonly metrics: FindMetric;
  /** The version of the code, which names the folder of the derived files. Absent: this code's. */
  readonly version?: string;
}

/** A complete attempt, before its large files are read. */
export interface Attempt {
  readonly folder: string;
  readonly assembly: Assembly;
  readonly runSpec: RunSpec;
  readonly stateBytes: number;
  /** the hashes that its worker recorded; absent: an older worker, or its identity is not known */
  readonly expected?: AttemptFiles | undefined;
}

/** Writes all derived files, collects the hashes of the worker's, and returns the manifest. */
export async function deriveRun(
  { objects, metrics, version = ownVersion }: DerivePorts,
  { runSpec, assembly: { requestTokens, groups, lostParts = [], ...assembly }, folder, expected }: Attempt,
): Promise<Manifest> {
  const derived = derivedFolder(version);
  const keyOf = runFileKeys(assembly.suite, assembly.run, { folder, derived });
  const hash = contentHash();
  const put = putDerived(objects, keyOf, hash);
  const tokens = stateTokens(requestTokens);
  const encoded = await readEncoderScores(objects, keyOf(ENCODER_SCORES));
  const scorer = runScorer(
    {
      runSpec,
      metrics: await loadMetrics(runSpec, metrics),
      countTokens: tokenCounter(assembly.tokenizer),
      hasTokenizer: hasTokenCounter(assembly.tokenizer),
      tokensOf: tokens.of,
      encoderScores: encoded?.of,
    },
    ["helm", "corrected"],
  );
  const tally = judgeTally();
  const states = statesFile(objects, keyOf("scenario_state.json"));
  const { adapter_spec: adapter } = runSpec;
  const surveyed = survey(assembly.judges.map(({ name }) => name));
  const baselines = runBaselines(runSpec, assembly, scorer);
  const latency = latencyTally();
  const records = recordsTally();
  const images = new Map<string, string>();
  const fields = await forEachElement(states, (element) => {
    const state = parseState(element);
    tokens.add(state);
    scorer.add(state);
    tally.add(state);
    latency.add(state);
    records.add(state);
    for (const { file, sha256 } of imagesOf(state.request)) images.set(file, sha256);
    surveyed.add(judgeScores(state), scorer.closedQuestion(state));
    baselines.add(state);
  });
  const helm = await scorer.finish("helm");
  const corrected = await scorer.finish("corrected");
  await putStats(put, "", helm);
  await putStats(put, "corrected/", corrected);
  const again = hashedElements(states, fields, stripStateElement);
  const found = surveyed.found();
  const rows = scoreRows({ ...assembly, groups }, runSpec.scenario_spec.args, found);
  const twoWay = twoWayTally(found.labels, assembly.access === "public");
  const repeats = repeatTally(adapter.num_trials);
  const jury = juryTally(assembly.judges, found.judges);
  const addRow: AddRow = (scored) => {
    const row = rows.add(scored);
    if (row === undefined) return undefined;
    twoWay.add(row);
    repeats.add(row);
    jury.add(row);
    return row.cluster;
  };
  const replies = replyTally();
  const qualities = qualitiesTally({ ...assembly, hasProbes: hasProbes(runSpec) });
  const pages = shownInstances(again.elements, [helm, corrected], {
    addRow,
    replies,
    qualities,
    adapter,
    assembly,
    lostParts,
  });
  await putPages(put, pages, listedMetric(assembly, { helm, corrected }));
  for (const [file, sha256] of images) {
    const shownAs = `pages/${pageImage(file)}`;
    await objects.copy(keyOf(file), keyOf(shownAs));
    for (const kept of [file, shownAs]) hash.add(kept, { bytes: sha256, content: sha256 });
  }
  await put.stream("scores.json", rows.file());
  hash.add("scenario_state.json", again.hashes());
  if (encoded !== undefined) hash.add(ENCODER_SCORES, encoded.hashes);
  for (const file of ["run_spec.json", "scenario.json"]) hash.add(file, await hashWhole(objects, file, keyOf(file)));
  requireAsWritten(hash.files(), expected, keyOf);
  return {
    ...assembly,
    formatVersion: 2,
    folder,
    derived,
    contentSha256: hash.content(),
    files: hash.files(),
    derivedRules: DERIVED_RULES,
    coverage: { ...assembly.coverage, scored: rows.counts() },
    replies: replies.counts(),
    ...baselines.found(),
    ...twoWay.found(),
    ...repeats.found(),
    ...jury.found(),
    ...records.found(),
    ...qualitiesField(qualities.found()),
    execution: withLatency(assembly.execution, latency.found()),
    absentMetrics: { ...corrected.absent, ...helm.absent },
    judges: assembly.judges.map((judge) => ({ ...judge, ...tally.of(judge.name) })),
  };
}

const withLatency = (execution: Manifest["execution"], latency: Latency | undefined): Manifest["execution"] =>
  latency === undefined ? execution : { ...execution, latency };

const qualitiesField = (qualities: Qualities): Pick<Manifest, "qualities"> =>
  Object.keys(qualities).length === 0 ? {} : { qualities };

/** Whether the run asks changed or repeated questions. */
const hasProbes = ({ data_augmenter_spec: augmenter, adapter_spec: adapter }: RunSpec): boolean =>
  augmenter.perturbation_specs.length > 0 || adapter.num_trials > 1;

/** The tokens of requests, which are added in the order of scenario_state.json. */
function stateTokens(counted: Assembly["requestTokens"]) {
  const found = new WeakMap<RequestState, TokenUsage>();
  let index = 0;
  return {
    add(state: RequestState): void {
      const promptTokens = counted?.prompt[index] ?? undefined;
      const completionTokens = counted?.completion[index] ?? undefined;
      index++;
      found.set(state, {
        ...(promptTokens === undefined ? {} : { promptTokens }),
        ...(completionTokens === undefined ? {} : { completionTokens }),
      });
    },
    of: (state: RequestState): TokenUsage => found.get(state) ?? {},
  };
}

/** @throws DamagedObject if a file is not the one that the worker wrote, e.g. after a power cut */
function requireAsWritten(
  found: Readonly<Record<string, string>>,
  expected: AttemptFiles | undefined,
  keyOf: (file: string) => string,
): void {
  for (const [file, sha256] of Object.entries(found))
    if (expected?.[file] !== undefined && expected[file] !== sha256)
      throw damagedObject(keyOf(file), "its bytes are not those that the worker wrote");
}

/** Hashes a small file of the worker, read whole. */
async function hashWhole(objects: ObjectStore, file: string, key: string): Promise<FileHashes> {
  const stored = await objects.get(key);
  if (stored === undefined) throw new Error(`there is no object ${key}; run the submission again`);
  return hashesOf(file, stored.body, parseJson(stored.body, key, z.unknown()));
}

async function putStats(put: PutDerived, folder: string, { stats, perInstance }: ScoredProfile): Promise<void> {
  await put.whole(`${folder}stats.json`, helmJson(stats), stats);
  await put.stream(`${folder}per_instance_stats.json`, perInstanceFile(perInstance));
}
