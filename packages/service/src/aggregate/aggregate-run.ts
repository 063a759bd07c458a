import { RunSpec } from "@medhelm/core/helm/run-spec";
import { stripStateElement } from "@medhelm/core/helm/volatile";
import { helmJson } from "@medhelm/core/helm/write-json";
import { judgeTally } from "@medhelm/core/judge/coverage";
import type { FindMetric } from "@medhelm/core/metrics/metric";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson, parseJson } from "@medhelm/core/store/objects";
import type { Index, ObjectStore } from "@medhelm/core/ports";
import { Manifest } from "@medhelm/core/release/manifest";
import type { PageInstance } from "@medhelm/core/release/page";
import { pageInstance } from "@medhelm/core/release/page-instances";
import { Assembly } from "@medhelm/core/run/assembly";
import { ENCODER_SCORES } from "@medhelm/core/scoring/encoder-scores";
import { loadMetrics } from "@medhelm/core/scoring/load-metrics";
import { runScorer, type ScoredProfile } from "@medhelm/core/scoring/score";
import { tokenCounter } from "@medhelm/core/run/window";
import type { AggregateMessage } from "@medhelm/core/submission";
import { z } from "zod";
import { type ContentHash, contentHash, hashesOf } from "./content-hash.ts";
import { etagsOf, Overtaken, type PutDerived, putDerived } from "./derived-files.ts";
import { isLarge } from "./is-large.ts";
import { putPages, valuesOf } from "./pages.ts";
import { perInstanceFile } from "./per-instance-file.ts";
import { forEachElement, hashedElements, parseState, readEncoderScores, statesFile } from "./read-lists.ts";
import { type ScoreRows, scoreRows } from "./scores.ts";

export interface AggregatePorts {
  readonly objects: ObjectStore;
  /** Absent: `medhelm run`, which has no submissions. */
  readonly index?: Index;
  readonly metrics: FindMetric;
  /** Sees to it that the run is aggregated by a job: given to the function, whose time and memory are bounded, and not to the job. */
  readonly startJob?: (run: RunToAggregate) => Promise<void>;
}

export interface RunToAggregate {
  readonly suite: string;
  readonly run: string;
  readonly generation: number;
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
 * run. The output depends on the run's files only, so a second delivery writes the same bytes.
 */
export async function aggregateRun(ports: AggregatePorts, message: AggregateMessage): Promise<AggregateResult> {
  const { objects } = ports;
  const { suite, run } = message;
  const etags = await etagsOf(objects, suite, run); // before any other read: see putDerived
  const assembly = await getJson(objects, keys.assembly(suite, run), Assembly);
  const runSpec = await getJson(objects, keys.runFile(suite, run, "run_spec.json"), RunSpec);
  const state = await objects.head(keys.runFile(suite, run, "scenario_state.json"));
  if (assembly === undefined || runSpec === undefined || state === undefined) return { kind: "not-ready" };
  if (message.generation !== undefined && message.generation !== assembly.generation) return { kind: "stale" };
  const sealed = await getJson(objects, keys.manifest(suite, run), Manifest);
  // a manifest of an older generation does not seal the run: an outdated aggregator wrote it and then stopped
  if (sealed !== undefined && sealed.generation >= assembly.generation) return { kind: "stale" };
  if (ports.startJob !== undefined && isLarge(state.sizeBytes)) {
    await ports.startJob({ suite, run, generation: assembly.generation });
    return { kind: "startJob" };
  }

  const isCurrent = async (): Promise<boolean> => {
    const now = await getJson(objects, keys.assembly(suite, run), Assembly);
    const stateNow = await objects.head(keys.runFile(suite, run, "scenario_state.json"));
    return now?.generation === assembly.generation && stateNow?.etag === state.etag;
  };
  const hash = contentHash();
  const put = putDerived({ objects, suite, run, generation: assembly.generation, etags, isCurrent, hash });
  try {
    const derived = await derive(ports, runSpec, assembly, put, hash);
    const manifest: Manifest = {
      ...assembly,
      contentSha256: hash.content(),
      files: hash.files(),
      ...derived,
    };
    return await seal(objects, manifest, isCurrent);
  } catch (error) {
    // a worker that reopens the run deletes files while this aggregator reads them
    if (error instanceof Overtaken || !(await isCurrent())) return { kind: "stale" };
    throw error;
  }
}

/**
 * Writes all files except the manifest, collects the hashes of the existing ones, and returns the manifest's derived
 * fields.
 */
async function derive(
  { objects, metrics }: AggregatePorts,
  runSpec: RunSpec,
  assembly: Assembly,
  put: PutDerived,
  hash: ContentHash,
): Promise<Pick<Manifest, "absentMetrics" | "judges">> {
  const { suite, run } = assembly;
  const encoded = await readEncoderScores(objects, suite, run);
  const scorer = runScorer(
    {
      runSpec,
      metrics: await loadMetrics(runSpec, metrics),
      countTokens: tokenCounter(assembly.tokenizer),
      encoderScores: encoded?.of,
    },
    ["helm", "corrected"],
  );
  const tally = judgeTally();
  const states = statesFile(objects, suite, run);
  const fields = await forEachElement(states, (element) => {
    const state = parseState(element);
    scorer.add(state);
    tally.add(state);
  });
  const helm = await scorer.finish("helm");
  const corrected = await scorer.finish("corrected");
  await putStats(put, "", helm);
  await putStats(put, "corrected/", corrected);
  const again = hashedElements(states, fields, stripStateElement);
  const rows = scoreRows(assembly, runSpec.scenario_spec.args);
  await putPages(put, shown(again.elements, [helm, corrected], rows, assembly.judges));
  await put.stream("scores.json", rows.file());
  hash.add(states.file, again.hashes());
  if (encoded !== undefined) hash.add(ENCODER_SCORES, encoded.hashes);
  await hashWhole(objects, assembly, hash, ["run_spec.json", "scenario.json"]);
  return {
    absentMetrics: { ...corrected.absent, ...helm.absent },
    judges: assembly.judges.map((judge) => ({ ...judge, ...tally.of(judge.name) })),
  };
}

/** Yields the requests as the site shows them, and adds each to `rows`. */
async function* shown(
  elements: AsyncIterable<unknown>,
  profiles: readonly [helm: ScoredProfile, corrected: ScoredProfile],
  rows: ScoreRows,
  judges: Assembly["judges"],
): AsyncIterable<PageInstance> {
  for await (const element of elements) {
    const state = parseState(element);
    const [helm, corrected] = profiles.map((profile) => [...profile.recordsOf(state)]);
    if (helm === undefined || corrected === undefined) continue;
    rows.add(state, [helm, corrected]);
    yield pageInstance(state, valuesOf(helm), valuesOf(corrected), judges);
  }
}

/** Hashes small files of the worker, read whole. */
async function hashWhole(
  objects: ObjectStore,
  { suite, run }: Assembly,
  hash: ContentHash,
  files: readonly string[],
): Promise<void> {
  for (const file of files) {
    const key = keys.runFile(suite, run, file);
    const stored = await objects.get(key);
    if (stored === undefined) throw new Error(`there is no object ${key}; run the submission again`);
    hash.add(file, hashesOf(file, stored.body, parseJson(stored.body, key, z.unknown())));
  }
}

const SEALS = 5;
const MIXED =
  "another version of the code aggregates this run too; the message is delivered again, and the files are written again";

/**
 * Seals only the files that this aggregator has read, and checks the run again afterwards. If a worker reopens the run
 * between the first check and the put, it finds no manifest to delete, so the aggregator deletes its own. Not
 * `updateJson`: a manifest is put and deleted, never changed, and each try first checks that the run is still the same.
 * @throws Error if another version of the code has sealed other files, because both have written: no seal stays, and
 *   the message comes again. After a kill in between, an older generation's manifest remains, which counts as no seal.
 */
async function seal(
  objects: ObjectStore,
  manifest: Manifest,
  isCurrent: () => Promise<boolean>,
): Promise<AggregateResult> {
  const key = keys.manifest(manifest.suite, manifest.run);
  const text = JSON.stringify(manifest);
  let failure: unknown = new Error(
    `${key}: other aggregators changed it before each of ${SEALS} tries; the message is delivered again`,
  );
  for (let attempt = 0; attempt < SEALS; attempt++) {
    if (!(await isCurrent())) return { kind: "stale" };
    try {
      await objects.put(key, text, { ifAbsent: true });
    } catch (error) {
      failure = error; // the reply was lost: the read below decides
    }
    const stored = await objects.get(key);
    if (stored === undefined) continue;
    const found = parseJson(stored.body, key, Manifest);
    if (found.generation > manifest.generation) return { kind: "stale" };
    const isSealed = found.generation === manifest.generation;
    const isMine = JSON.stringify(found.files) === JSON.stringify(manifest.files);
    if (isSealed && isMine && (await isCurrent())) return { kind: "sealed", manifest: found };
    await objects.delete(key, { ifMatch: stored.etag });
    if (isSealed && !isMine && (await isCurrent())) throw new Error(`${key}: ${MIXED}`);
  }
  throw failure;
}

async function putStats(put: PutDerived, folder: string, { stats, perInstance }: ScoredProfile): Promise<void> {
  await put.whole(`${folder}stats.json`, helmJson(stats), stats);
  await put.stream(`${folder}per_instance_stats.json`, perInstanceFile(perInstance));
}
