import type { RunSpec } from "@medhelm/core/helm/run-spec";
import { stripStateElement } from "@medhelm/core/helm/volatile";
import { helmJson } from "@medhelm/core/helm/write-json";
import type { FindMetric } from "@medhelm/core/metrics/metric";
import { parseJson } from "@medhelm/core/store/objects";
import { runFileKeys } from "@medhelm/core/store/run-files";
import type { ObjectStore } from "@medhelm/core/ports";
import type { ListedMetric } from "@medhelm/core/release/pages/list-row";
import type { Manifest } from "@medhelm/core/release/runs/manifest";
import { pageImage } from "@medhelm/core/release/pages/page-instances";
import type { Assembly } from "@medhelm/core/run/assembly";
import { ENCODER_SCORES } from "@medhelm/core/scoring/encoder-scores";
import type { ScoredProfile } from "@medhelm/core/scoring/score";
import type { Latency } from "@medhelm/core/scoring/latency-tally";
import { z } from "zod";
import { version as ownVersion } from "../version.ts";
import { type AttemptFiles, requireAsWritten } from "../work/assembly/attempt-files.ts";
import { contentHash, type FileHashes, hashesOf } from "./content-hash.ts";
import { derivedFolder, type PutDerived, putDerived } from "./derived-files.ts";
import { DERIVED_RULES } from "./derived-rules.ts";
import type { DonePass } from "./early-scores.ts";
import { type FirstPass, firstPass } from "./first-pass.ts";
import type { ShownLive } from "./live-pass.ts";
import { listedMetric, putPages } from "./pages.ts";
import { perInstanceFile } from "./per-instance-file.ts";
import {
  type Fields,
  forEachElement,
  hashedElements,
  type ListFile,
  parseState,
  readEncoderScores,
  statesFile,
} from "./read-lists.ts";
import { runRows } from "./run-rows.ts";
import { shownInstances } from "./shown-instances.ts";

export interface DerivePorts {
  readonly objects: ObjectStore;
  readonly metrics: FindMetric;
  /** The version of the code, which names the folder of the derived files. Absent: this code's. */
  readonly version?: string;
  /** The pass over the requests, if the worker of this process has made it. Absent: they are read from the store, twice. */
  readonly early?: DonePass | undefined;
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
  { objects, metrics, version = ownVersion, early }: DerivePorts,
  { runSpec, assembly: { requestTokens, lostParts = [], ...head }, folder, expected }: Attempt,
): Promise<Manifest> {
  const { groups: _groups, ...assembly } = head;
  const derived = derivedFolder(version);
  const keyOf = runFileKeys(assembly.suite, assembly.run, { folder, derived });
  const encoded = await readEncoderScores(objects, keyOf(ENCODER_SCORES));
  const states = statesFile(objects, keyOf("scenario_state.json"));
  const live = early?.stateSha256 === expected?.["scenario_state.json"] ? early : undefined;
  const { pass, fields } = await passOf(live, async () =>
    readPass(states, await firstPass({ runSpec, assembly: head, encoderScores: encoded?.of }, metrics), requestTokens),
  );
  const { scorer, tally, surveyed, baselines, latency, records, images } = pass;
  const profiles = { helm: await scorer.finish("helm"), corrected: await scorer.finish("corrected") };
  const { helm, corrected } = profiles;
  const metric = listedMetric(assembly, profiles);
  const showAgain = async (): Promise<ShownRun> => {
    const rows = runRows({ runSpec, assembly: head, profiles: [helm, corrected], survey: surveyed.found() });
    const hash = contentHash();
    const again = hashedElements(states, fields, stripStateElement);
    await putPages(putDerived(objects, keyOf, hash), shownInstances(again.elements, rows.show, lostParts), metric);
    hash.add("scenario_state.json", again.hashes());
    return { rows, hash };
  };
  const { rows, hash } = (await shownBefore(live, metric)) ?? (await showAgain());
  const put = putDerived(objects, keyOf, hash);
  await putStats(put, "", helm); // one after the other, because each of them takes memory
  await putStats(put, "corrected/", corrected);
  for (const [file, sha256] of images) {
    const shownAs = `pages/${pageImage(file)}`;
    await objects.copy(keyOf(file), keyOf(shownAs));
    for (const kept of [file, shownAs]) hash.add(kept, { bytes: sha256, content: sha256 });
  }
  await put.stream("scores.json", rows.scores());
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
    replies: rows.replies(),
    ...baselines.found(),
    ...rows.found(),
    ...records.found(),
    ...rows.qualities(),
    execution: withLatency(assembly.execution, latency.found()),
    absentMetrics: { ...corrected.absent, ...helm.absent },
    judges: assembly.judges.map((judge) => ({ ...judge, ...tally.of(judge.name) })),
  };
}

const withLatency = (execution: Manifest["execution"], latency: Latency | undefined): Manifest["execution"] =>
  latency === undefined ? execution : { ...execution, latency };

interface ReadPass {
  readonly pass: FirstPass;
  readonly fields: Fields;
}

const passOf = (live: DonePass | undefined, read: () => Promise<ReadPass>): ReadPass | Promise<ReadPass> =>
  live === undefined ? read() : { pass: live.live.pass, fields: live.live.fields() };

/** The rows and the hashes of pages and requests. */
type ShownRun = Pick<ShownLive, "rows" | "hash">;

/** Completes the pages that were written while the run was asked. Undefined: a second pass writes them. */
async function shownBefore(done: DonePass | undefined, { means }: ListedMetric): Promise<ShownRun | undefined> {
  const shown = await done?.live.finish(means);
  if (done === undefined || shown === undefined) return undefined;
  shown.hash.add("scenario_state.json", { bytes: done.stateSha256, content: shown.statesContent });
  return shown;
}

/** Reads the requests for the first time, in the order of scenario_state.json. */
async function readPass(states: ListFile, pass: FirstPass, counted: Assembly["requestTokens"]): Promise<ReadPass> {
  let index = 0;
  const fields = await forEachElement(states, (element) => {
    const promptTokens = counted?.prompt[index] ?? undefined;
    const completionTokens = counted?.completion[index] ?? undefined;
    index++;
    pass.add(parseState(element), {
      ...(promptTokens === undefined ? {} : { promptTokens }),
      ...(completionTokens === undefined ? {} : { completionTokens }),
    });
  });
  return { pass, fields };
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
