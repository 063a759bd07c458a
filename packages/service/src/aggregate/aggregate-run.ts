import { recordsTally } from "@medhelm/core/agents/records-tally";
import { RunSpec } from "@medhelm/core/helm/run-spec";
import { stripStateElement } from "@medhelm/core/helm/volatile";
import { imagesOf } from "@medhelm/core/helm/media";
import { helmJson } from "@medhelm/core/helm/write-json";
import { judgeTally } from "@medhelm/core/judge/coverage";
import type { FindMetric } from "@medhelm/core/metrics/metric";
import { GENERATION_FOLDER, keys } from "@medhelm/core/store/object-keys";
import { damagedObject, getJson, parseJson } from "@medhelm/core/store/objects";
import { openRun, runFileKeys } from "@medhelm/core/store/run-files";
import type { Clock, Index, Log, LostParts, ObjectStore, TokenUsage, Tracer } from "@medhelm/core/ports";
import type { RequestState } from "@medhelm/core/helm/scenario-state";
import type { Manifest } from "@medhelm/core/release/manifest";
import { instanceDetails } from "@medhelm/core/release/instance-details";
import { listed } from "@medhelm/core/release/list-row";
import type { ShownInstance } from "@medhelm/core/release/run-page-files";
import { thinkingPlaces } from "@medhelm/core/reading/thinking/thinking-places";
import { pageImage, pageInstance } from "@medhelm/core/release/page-instances";
import type { Qualities } from "@medhelm/core/qualities/qualities";
import { qualitiesTally } from "@medhelm/core/qualities/qualities-tally";
import { Assembly } from "@medhelm/core/run/assembly";
import { Identity } from "@medhelm/core/run/identity";
import { ENCODER_SCORES } from "@medhelm/core/scoring/encoder-scores";
import { loadMetrics } from "@medhelm/core/scoring/load-metrics";
import { runScorer, type ScoredProfile } from "@medhelm/core/scoring/score";
import { type Latency, latencyTally } from "@medhelm/core/scoring/latency-tally";
import { replyTally } from "@medhelm/core/scoring/reply-tally";
import { hasTokenCounter, tokenCounter } from "@medhelm/core/run/window";
import type { AggregateMessage } from "@medhelm/core/submission";
import { z } from "zod";
import { version as ownVersion } from "../version.ts";
import { attemptIn, findAssembled } from "../work/assembled.ts";
import type { AttemptFiles } from "../work/attempt-files.ts";
import { adoptOldAttempt } from "./adopt-old-attempt.ts";
import { contentHash, type FileHashes, hashesOf } from "./content-hash.ts";
import { lastTerm } from "@medhelm/core/jobs/lease";
import { noSpan, spanOfSubmission } from "../trace/open-span.ts";
import { resolveWaiting } from "../index/run-states.ts";
import { decideToSeal } from "./decide-attempt.ts";
import { deleteAbandoned } from "./delete-abandoned.ts";
import { derivedFolder, type PutDerived, putDerived } from "./derived-files.ts";
import { DERIVED_RULES } from "./derived-rules.ts";
import { isLarge } from "./is-large.ts";
import { ofExample, type Ratio } from "@medhelm/core/metrics/metric";
import { listedMetric, putPages, valuesOf } from "./pages.ts";
import { answerIn } from "./closed-options.ts";
import { perInstanceFile } from "./per-instance-file.ts";
import { forEachElement, hashedElements, parseState, readEncoderScores, statesFile } from "./read-lists.ts";
import { juryTally, repeatTally, twoWayTally } from "./row-tallies.ts";
import { runBaselines } from "./run-baselines.ts";
import { type ScoredRequest, scoreRows, share } from "./scores.ts";
import { finishSeal, isWithdrawn, type SealPorts, sealRun } from "./seal-run.ts";
import { judgeScores, survey } from "./survey.ts";

export interface AggregatePorts extends SealPorts {
  /** Absent: `medhelm run`, which has no submissions. */
  readonly index?: Index;
  readonly metrics: FindMetric;
  /** The version of the code, which names the folder of the derived files. Absent: this code's. */
  readonly version?: string;
  /** Starts a job that aggregates the run. The function has it, because its time and memory are limited; the job does not. */
  readonly startJob?: (run: RunToAggregate) => Promise<void>;
  /** Absent: neither records nor spans are written. */
  readonly observe?: { readonly log: Log; readonly trace?: Tracer; readonly clock: Clock };
}

export interface RunToAggregate {
  readonly suite: string;
  readonly run: string;
  readonly generation: number;
  readonly folder: string;
}

export type AggregateResult =
  | { readonly kind: "sealed"; readonly manifest: Manifest }
  /** an older generation, a reopened run, or sealed before: nothing to do */
  | { readonly kind: "stale" }
  /** too large for this place: a job does it */
  | { readonly kind: "startJob" }
  /** the scenario state or its assembly is missing: the next event or the sweep sends the message again */
  | { readonly kind: "not-ready" };

/**
 * Writes the stats under both profiles, the per-instance scores, the pages and finally the manifest, which seals the
 * run. The output depends on the attempt's files and the code only, so a second delivery writes the same bytes.
 */
export async function aggregateRun(ports: AggregatePorts, message: AggregateMessage): Promise<AggregateResult> {
  if (message.isEnded !== true) return aggregateAttempt(ports, message);
  await deleteAbandoned(ports.objects, message.suite, message.run);
  return { kind: "stale" };
}

async function aggregateAttempt(ports: AggregatePorts, message: AggregateMessage): Promise<AggregateResult> {
  const { objects } = ports;
  const { suite, run } = message;
  const identity = await getJson(
    objects,
    keys.identity(suite, run),
    Identity.pick({ formatVersion: true, generation: true, folder: true, files: true }),
  );
  const wanted = generationOf(message.folder) ?? identity?.generation ?? 0;
  const { manifest: earlier } = await openRun(objects, suite, run);
  if (earlier !== undefined && earlier.generation >= wanted) {
    await finishSeal(ports, earlier);
    await resolveWaiting(ports, suite, run);
    return { kind: "stale" };
  }
  const attempt = await readAttempt(objects, message, identity);
  if (attempt === undefined) return { kind: "not-ready" };
  const { generation } = attempt.assembly;
  if (isOutdated(generation, message, identity)) return { kind: "stale" };
  if (ports.startJob !== undefined && isLarge(attempt.stateBytes)) {
    await ports.startJob({ suite, run, generation, folder: attempt.folder });
    return { kind: "startJob" };
  }
  return deriveAndSeal(ports, attempt, earlier?.generation ?? 0);
}

/** Whether the message is for another generation, or a worker has reopened the run. */
const isOutdated = (generation: number, message: AggregateMessage, identity: StoredIdentity): boolean =>
  (message.generation ?? generation) !== generation || generation < (identity?.generation ?? 0);

/** A complete attempt, before its large files are read. */
interface Attempt {
  readonly folder: string;
  readonly assembly: Assembly;
  readonly runSpec: RunSpec;
  readonly stateBytes: number;
  /** the hashes that its worker recorded; absent: an older worker, or its identity is not known */
  readonly expected?: AttemptFiles | undefined;
}

type StoredIdentity = Pick<Identity, "generation" | "folder" | "files"> | undefined;

/** Reads the attempt that the message names, or else the one that the identity names. Undefined: it is not complete. */
async function readAttempt(
  objects: ObjectStore,
  { suite, run, folder: named }: AggregateMessage,
  identity: StoredIdentity,
): Promise<Attempt | undefined> {
  const folder = named ?? (await assembledFolder(objects, suite, run, identity));
  if (folder === undefined) return undefined;
  const { keyOf } = attemptIn(suite, run, folder);
  const assembly = await getJson(objects, keyOf("assembly.json"), Assembly);
  const runSpec = await getJson(objects, keyOf("run_spec.json"), RunSpec);
  const state = await objects.head(keyOf("scenario_state.json"));
  if (assembly === undefined || runSpec === undefined || state === undefined) return undefined;
  return {
    folder,
    assembly,
    runSpec,
    stateBytes: state.sizeBytes,
    expected: identity?.folder === folder ? identity.files : undefined,
  };
}

/** `after`: the generation that was sealed before. */
async function deriveAndSeal(ports: AggregatePorts, attempt: Attempt, after: number): Promise<AggregateResult> {
  const { observe, objects } = ports;
  if (observe === undefined) return sealDerived(ports, attempt, after);
  const { suite, run } = attempt.assembly;
  const startMs = observe.clock.monotonicMs();
  const { submission } = await lastTerm(objects, keys.lease(suite, run));
  const span = submission === undefined ? noSpan : spanOfSubmission(observe, submission, "aggregate", { suite, run });
  const result = await sealDerived(ports, attempt, after);
  span.end({ fields: { ended: result.kind } });
  const ms = Math.round(observe.clock.monotonicMs() - startMs);
  observe.log("info", "run aggregated", { submission, suite, run, ended: result.kind, ms });
  return result;
}

async function sealDerived(ports: AggregatePorts, attempt: Attempt, after: number): Promise<AggregateResult> {
  const { suite, run, generation } = attempt.assembly;
  let manifest: Manifest;
  try {
    manifest = await derive(ports, attempt);
  } catch (error) {
    // a later seal deletes the folder while this aggregator reads it
    const { manifest: later } = await openRun(ports.objects, suite, run);
    if (later !== undefined && later.generation >= generation) return { kind: "stale" };
    throw error;
  }
  if (!(await decideToSeal(ports.objects, { suite, run, folder: attempt.folder }, after))) return { kind: "not-ready" };
  const stored = await sealRun(ports, manifest);
  const isMine = stored.folder === manifest.folder && stored.derived === manifest.derived;
  if (isMine && (await isWithdrawn(ports.objects, stored))) return { kind: "not-ready" };
  await finishSeal(ports, stored, { isFresh: isMine });
  await resolveWaiting(ports, stored.suite, stored.run);
  return isMine ? { kind: "sealed", manifest: stored } : { kind: "stale" };
}

/**
 * Derives all files of a sealed run again. `objects` decides what becomes of the files.
 * @returns the manifest that they give; undefined if files of the attempt are missing
 */
export async function deriveAgain(
  ports: Pick<AggregatePorts, "objects" | "metrics" | "version">,
  { suite, run, folder }: Pick<RunToAggregate, "suite" | "run" | "folder">,
): Promise<Manifest | undefined> {
  const attempt = await readAttempt(ports.objects, { suite, run, folder }, undefined);
  // the folders' names, because a user may have renamed them
  return attempt && derive(ports, { ...attempt, assembly: { ...attempt.assembly, suite, run } });
}

/** The folder of the attempt that waits for its aggregation, if the message names none. */
async function assembledFolder(
  objects: ObjectStore,
  suite: string,
  run: string,
  identity: StoredIdentity,
): Promise<string | undefined> {
  const attempt = await findAssembled(objects, suite, run, identity);
  if (attempt === undefined || attempt.folder !== undefined) return attempt?.folder;
  return adoptOldAttempt(objects, suite, run, attempt);
}

const generationOf = (folder: string | undefined): number | undefined =>
  folder === undefined ? undefined : Number(GENERATION_FOLDER.exec(folder)?.[2]);

/** Writes all derived files, collects the hashes of the worker's, and returns the manifest. */
async function derive(
  { objects, metrics, version = ownVersion }: Pick<AggregatePorts, "objects" | "metrics" | "version">,
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
  const pages = shown(again.elements, [helm, corrected], { addRow, replies, qualities, adapter, assembly, lostParts });
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

/** Returns the cluster of the request's instance, if it has one. */
type AddRow = (scored: ScoredRequest) => string | undefined;

interface Showing {
  readonly addRow: AddRow;
  readonly replies: ReturnType<typeof replyTally>;
  readonly qualities: ReturnType<typeof qualitiesTally>;
  readonly adapter: RunSpec["adapter_spec"];
  readonly assembly: Pick<Assembly, "judges" | "mainMetric">;
  readonly lostParts: readonly (LostParts | null)[];
}

/** Yields the requests as the site shows them, and adds each to the rows, `replies` and `qualities`. */
async function* shown(
  elements: AsyncIterable<unknown>,
  profiles: readonly [helm: ScoredProfile, corrected: ScoredProfile],
  { addRow, replies, qualities, adapter, assembly: { judges, mainMetric }, lostParts }: Showing,
): AsyncIterable<ShownInstance> {
  const occurrenceOf = occurrences(adapter);
  let index = 0;
  for await (const element of elements) {
    const state = parseState(element);
    const lost = lostParts[index++] ?? null;
    const occurrence = occurrenceOf(state);
    const records = profiles.map((profile) => [...profile.recordsOf(state, occurrence)]);
    const [helm, corrected] = records;
    const readings = profiles[1].readingsOf(state);
    if (helm === undefined || corrected === undefined) continue;
    const ratios = profiles.map((profile, i) => profile.ratioOf(mainMetric, records[i] ?? []));
    const cluster = addRow({
      state,
      records,
      ratios,
      question: profiles[1].closedQuestion(state),
      read: answerIn(readings),
      repeat: repeatOf(state, adapter),
    });
    const values = valuesOf(corrected);
    const thinkingAt = thinkingPlaces(state.result?.completions[0]?.text ?? "");
    const whole = withLostParts(state, lost);
    replies.add(whole, values, { readings, thinkingAt });
    const [ofHelm, ofCorrected] = ratios.map((ratio) => ownShare(mainMetric, ratio));
    const instance = pageInstance(whole, { ...ofHelm, ...valuesOf(helm) }, { ...ofCorrected, ...values }, judges, {
      readings,
      thinkingAt,
    });
    qualities.add(instance);
    yield { ...listed(whole, instance), cluster, details: instanceDetails(state) };
  }
}

/** A metric that is a ratio of sums has no value of a single answer in the stats; pages show the answer's own ratio. */
function ownShare(metric: string, ratio: Ratio | undefined): Record<string, number> {
  const value = share(ratio);
  return value === undefined ? {} : { [ofExample(metric)]: value };
}

/** buildRequestStates numbers the repetitions of a request in `random`. */
const repeatOf = ({ request: { random } }: RequestState, adapter: Pick<RunSpec["adapter_spec"], "random">): number =>
  random === adapter.random ? 0 : Number(random);

/** Returns the number of each scored request among the repetitions of its instance; undefined in a run without them. */
function occurrences({ num_trials: times }: Pick<RunSpec["adapter_spec"], "num_trials">) {
  const counts = new Map<string, number>();
  return ({ instance, train_trial_index: trial, result }: RequestState): number | undefined => {
    if (times < 2 || result === undefined) return undefined;
    const key = JSON.stringify([instance.id, trial, instance.perturbation]);
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return count;
  };
}

/** The state with the finish reason and the thinking of its reply that HELM's file does not have. */
function withLostParts(state: RequestState, lost: LostParts | null): RequestState {
  const [first, ...others] = state.result?.completions ?? [];
  if (lost === null || state.result === undefined || first === undefined) return state;
  const { finishReason: reason, thinking: text } = lost;
  const completion = {
    ...first,
    ...(reason !== undefined && { finish_reason: { reason } }),
    ...(text !== undefined && { thinking: { text } }),
  };
  return { ...state, result: { ...state.result, completions: [completion, ...others] } };
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
