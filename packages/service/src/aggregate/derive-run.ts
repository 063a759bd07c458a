import type { RunSpec } from "@medhelm/core/helm/run-spec";
import { stripStateElement } from "@medhelm/core/helm/volatile";
import { helmJson } from "@medhelm/core/helm/write-json";
import type { FindMetric } from "@medhelm/core/metrics/metric";
import { damagedObject, parseJson } from "@medhelm/core/store/objects";
import { runFileKeys } from "@medhelm/core/store/run-files";
import type { ObjectStore } from "@medhelm/core/ports";
import type { Manifest } from "@medhelm/core/release/manifest";
import { pageImage } from "@medhelm/core/release/page-instances";
import type { Qualities } from "@medhelm/core/qualities/qualities";
import { qualitiesTally } from "@medhelm/core/qualities/qualities-tally";
import type { Assembly } from "@medhelm/core/run/assembly";
import { ENCODER_SCORES } from "@medhelm/core/scoring/encoder-scores";
import type { ScoredProfile } from "@medhelm/core/scoring/score";
import type { Latency } from "@medhelm/core/scoring/latency-tally";
import { replyTally } from "@medhelm/core/scoring/reply-tally";
import { z } from "zod";
import { version as ownVersion } from "../version.ts";
import type { AttemptFiles } from "../work/attempt-files.ts";
import { contentHash, type FileHashes, hashesOf } from "./content-hash.ts";
import { derivedFolder, type PutDerived, putDerived } from "./derived-files.ts";
import { DERIVED_RULES } from "./derived-rules.ts";
import type { DonePass } from "./early-scores.ts";
import { type FirstPass, firstPass } from "./first-pass.ts";
import { listedMetric, putPages } from "./pages.ts";
import { perInstanceFile } from "./per-instance-file.ts";
import {
  forEachElement,
  hashedElements,
  type ListFile,
  parseState,
  readEncoderScores,
  statesFile,
} from "./read-lists.ts";
import { juryTally, repeatTally, twoWayTally } from "./row-tallies.ts";
import { scoreRows } from "./scores.ts";
import { type AddRow, shownInstances } from "./shown-instances.ts";

export interface DerivePorts {
  readonly objects: ObjectStore;
  readonly metrics: FindMetric;
  /** The version of the code, which names the folder of the derived files. Absent: this code's. */
  readonly version?: string;
  /** The first pass over the requests, if the worker of this process has made it. Absent: they are read from the store. */
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
  { runSpec, assembly: { requestTokens, groups, lostParts = [], ...assembly }, folder, expected }: Attempt,
): Promise<Manifest> {
  const derived = derivedFolder(version);
  const keyOf = runFileKeys(assembly.suite, assembly.run, { folder, derived });
  const hash = contentHash();
  const put = putDerived(objects, keyOf, hash);
  const encoded = await readEncoderScores(objects, keyOf(ENCODER_SCORES));
  const states = statesFile(objects, keyOf("scenario_state.json"));
  const { adapter_spec: adapter } = runSpec;
  const isSame = early !== undefined && early.stateSha256 === expected?.["scenario_state.json"];
  const { pass, fields } = isSame
    ? early
    : await readPass(
        states,
        await firstPass({ runSpec, assembly, encoderScores: encoded?.of }, metrics),
        requestTokens,
      );
  const { scorer, tally, surveyed, baselines, latency, records, images } = pass;
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

/** Reads the requests for the first time, in the order of scenario_state.json. */
async function readPass(
  states: ListFile,
  pass: FirstPass,
  counted: Assembly["requestTokens"],
): Promise<Pick<DonePass, "pass" | "fields">> {
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
