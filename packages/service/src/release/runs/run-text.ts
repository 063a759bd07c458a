import { RequestState } from "@medhelm/core/helm/scenario-state";
import { parseInstanceStats } from "@medhelm/core/helm/parse-instance-stats";
import type { PerInstanceStats } from "@medhelm/core/helm/stats";
import { keys } from "@medhelm/core/store/object-keys";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { openRun, type RunFiles, runFileKeys } from "@medhelm/core/store/run-files";
import type { ObjectStore } from "@medhelm/core/ports";
import {
  displayInstances,
  displayPredictions,
  displayRequests,
  displayStats,
} from "@medhelm/core/release/helm/display-files";
import type { LoadedRun } from "@medhelm/core/release/runs/loaded-run";
import type { PageInstance } from "@medhelm/core/release/pages/page";
import { instanceDetails } from "@medhelm/core/release/pages/instance-details";
import { type ListedMetric, listed } from "@medhelm/core/release/pages/list-row";
import { pageInstance } from "@medhelm/core/release/pages/page-instances";
import { runPageFiles, type ShownInstance } from "@medhelm/core/release/pages/run-page-files";
import type { ReleaseSchema } from "@medhelm/core/release/schema/release-schema";
import { PROFILES, STATES, STATS, type StatsReader, type ValueReader } from "./read-values.ts";
import { issueText } from "@medhelm/core/text/issue-text";
import { UserError } from "@medhelm/core/user-error";
import { storedElements } from "./stored-elements.ts";

type FileKeys = (file: string) => string;
const fileKeys = ({ suite, folder, manifest }: LoadedRun): FileKeys => runFileKeys(suite, folder, manifest);

/** Reads the request states of a run one by one, and shows each to `see`. */
async function* states(
  objects: ObjectStore,
  keyOf: FileKeys,
  see: ValueReader["state"] = () => undefined,
): AsyncGenerator<RequestState> {
  const key = keyOf(STATES);
  if ((await objects.head(key)) === undefined) throw new UserError(`${key} is missing; restore it`);
  for await (const state of storedElements(objects, key, "request_states")) {
    const { data, error } = RequestState.safeParse(state);
    see(state, data);
    if (data === undefined)
      throw new UserError(
        `${key}: request_states: ${error?.issues[0]?.path.join(".")}: ${issueText(error?.issues[0])}; restore it`,
      );
    yield data;
  }
}

async function* perInstance(
  objects: ObjectStore,
  key: string,
  see: StatsReader["add"] = () => undefined,
): AsyncGenerator<PerInstanceStats> {
  if ((await objects.head(key)) === undefined) return;
  for await (const record of storedElements(objects, key)) {
    const data = parseInstanceStats(record);
    see(record, data);
    if (data !== undefined) yield data;
  }
}

/** The run was sealed again while a release read it, so the next release shows all of it. */
export class RunChanged extends UserError {}

/** Opens the run as it was loaded. @throws RunChanged */
export async function openUnchanged(objects: ObjectStore, run: LoadedRun): Promise<RunFiles> {
  const files = await openRun(objects, run.suite, run.folder);
  if (files.manifestSha256 === run.manifestSha256) return files;
  throw new RunChanged(`the run ${run.folder} of suite ${run.suite} changed while it was read; make the release again`);
}

/**
 * Writes a run's pages under `target` ("…/pages/<slug>/"). It copies the pages of a sealed run of format N-1, and makes those of HELM's
 * runs from the scenario state. Only one page and the numbers of HELM's per-instance stats are in memory.
 * `metric`: for the list of instances of HELM's runs; without it they have none.
 * @throws UserError if a page, or the file from which it is made, is missing or damaged; RunChanged
 */
export async function writePages(
  objects: ObjectStore,
  run: LoadedRun,
  target: string,
  metric?: ListedMetric,
): Promise<void> {
  const { manifest, keyOf } = await openUnchanged(objects, run);
  const pages = Object.entries(manifest?.files ?? {}).filter(([file]) => file.startsWith("pages/"));
  if (pages.length === 0) {
    if (!(await isMade(objects, run, target))) await generatePages(objects, run, { target, metric });
    return;
  }
  for (const [file, sha256] of pages) {
    const page = await objects.get(keyOf(file));
    // A page of another seal never reaches the release, so it never contains pages of two seals.
    if (page === undefined) throw new UserError(`${keyOf(file)} is missing; restore it, or run its entry again`);
    if (sha256Hex(page.body) !== sha256)
      throw new UserError(`${keyOf(file)} differs from the manifest; restore it, or delete it and run its entry again`);
    await objects.put(`${target}${file.slice("pages/".length)}`, page.body);
  }
}

/** Whether the pages at the target are newer than the run's files. */
async function isMade(objects: ObjectStore, run: LoadedRun, target: string): Promise<boolean> {
  const files = [...Object.values(STATS), STATES];
  const sources = await Promise.all(files.map((file) => objects.head(fileKeys(run)(file))));
  const existing = await objects.head(`${target}index.json`);
  return (
    existing !== undefined && existing.lastModifiedMs > Math.max(...sources.map((one) => one?.lastModifiedMs ?? 0))
  );
}

/**
 * Makes the pages of HELM's run.
 * @param metric of the list of instances; without it the run has no list
 * @param reader reads the same elements
 * @returns the names of the pages' files
 * @throws UserError if a file is missing or damaged
 */
export async function generatePages(
  objects: ObjectStore,
  run: LoadedRun,
  { target, metric }: { readonly target: string; readonly metric?: ListedMetric | undefined },
  reader?: ValueReader,
): Promise<string[]> {
  const files: string[] = [];
  for await (const { file, body } of runPageFiles(shownInstances(objects, fileKeys(run), reader), metric)) {
    await objects.put(`${target}${file}`, body);
    files.push(file);
  }
  return files;
}

type Values = ReadonlyMap<string, Readonly<Record<string, number>>>;

/** Makes the instances of a run without pages, such as HELM's, as pages show them. `keyOf`: the key of each of the run's files. */
export async function* runInstances(objects: ObjectStore, keyOf: FileKeys): AsyncGenerator<PageInstance> {
  for await (const { instance } of shownInstances(objects, keyOf)) yield instance;
}

/** @param reader reads the same elements */
async function* shownInstances(
  objects: ObjectStore,
  keyOf: FileKeys,
  reader?: ValueReader,
): AsyncGenerator<ShownInstance> {
  const stats = new Map<string, Values>();
  for (const profile of PROFILES) {
    const key = keyOf(STATS[profile]);
    const isPresent = reader !== undefined && (await objects.head(key)) !== undefined;
    const seen = isPresent ? reader.begin(profile) : undefined;
    stats.set(profile, await values(perInstance(objects, key, seen?.add)));
    seen?.end();
  }
  for await (const state of states(objects, keyOf, reader?.state)) {
    const key = recordKey(state.instance.id, state.instance.perturbation?.name, state.train_trial_index);
    const [helm, corrected] = [stats.get("helm")?.get(key) ?? {}, stats.get("corrected")?.get(key) ?? {}];
    yield { ...listed(state, pageInstance(state, helm, corrected)), details: instanceDetails(state) };
  }
}

async function values(records: AsyncIterable<PerInstanceStats>): Promise<Values> {
  const all = new Map<string, Record<string, number>>();
  for await (const { instance_id: id, perturbation, train_trial_index: trial, stats } of records) {
    const key = recordKey(id, perturbation?.name, trial);
    const means = all.get(key) ?? {};
    all.set(key, means);
    for (const { name, mean } of stats) if (mean !== undefined) means[name.name] = mean;
  }
  return all;
}

const recordKey = (id: string | undefined, perturbation: string | undefined, trial: number): string =>
  JSON.stringify([id ?? "", perturbation ?? null, trial]);

/** Writes the three files of HELM's own web server into the run folder. They contain text, as the run folder does. */
export async function writeDisplayFiles(
  objects: ObjectStore,
  run: LoadedRun,
  schema: ReleaseSchema,
  skipCompleted: boolean,
): Promise<void> {
  const key = (file: string): string => keys.runFile(run.suite, run.folder, file);
  if (skipCompleted) {
    const existing = await Promise.all(DISPLAY_FILES.map((file) => objects.head(key(file))));
    if (existing.every((head) => head !== undefined)) return;
  }
  const keyOf = fileKeys(run);
  const stats = await displayStats(schema, run.runSpec, perInstance(objects, keyOf("per_instance_stats.json")));
  const pattern = run.runSpec.adapter_spec.output_mapping_pattern;
  await objects.put(key("instances.json"), displayInstances(states(objects, keyOf)));
  await objects.put(key("display_predictions.json"), displayPredictions(states(objects, keyOf), stats, pattern));
  await objects.put(key("display_requests.json"), displayRequests(states(objects, keyOf)));
}

const DISPLAY_FILES = ["instances.json", "display_predictions.json", "display_requests.json"];
