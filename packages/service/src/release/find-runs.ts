import { keys } from "@medhelm/core/store/object-keys";
import type { ObjectStore } from "@medhelm/core/ports";
import { UserError } from "@medhelm/core/user-error";
import { CONCURRENT_READS, mapBounded } from "../concurrency/map-bounded.ts";
import type { LeftOut } from "./ports.ts";

/** A run folder of a suite. `files`: those of READ_FILES that lie in the folder itself, where format N-1 and HELM have them. */
export interface FoundRun {
  readonly suite: string;
  readonly run: string;
  readonly files: readonly string[];
}

export interface FoundRuns {
  readonly runs: readonly FoundRun[];
  /** runs that have no folder yet */
  readonly leftOut: readonly LeftOut[];
}

const READ_FILES: ReadonlySet<string> = new Set([
  "manifest.json",
  "run_spec.json",
  "stats.json",
  "corrected/stats.json",
  "scenario_state.json",
]);

/**
 * Lists the runs of a suite, ours and HELM's, in the order of folder names, and does not read them.
 * @param publicOnly omits the names of all other runs, because the suite belongs to another owner
 * @throws UserError for a suite that does not exist or has no runs
 */
export async function findRuns(objects: ObjectStore, suite: string, publicOnly: boolean): Promise<FoundRuns> {
  const runs = await runFolders(objects, suite);
  if (publicOnly) return { runs, leftOut: [] };
  const withoutFolder = await startedRuns(
    objects,
    suite,
    runs.map(({ run }) => run),
  );
  if (runs.length + withoutFolder.length === 0) throw await missingSuite(objects, suite);
  return {
    runs,
    leftOut: await mapBounded(withoutFolder, CONCURRENT_READS, async (run) => ({
      suite,
      run,
      reason: await whyNoFolder(objects, suite, run),
    })),
  };
}

/** The reason does not contain the message of the failure, which may name folders of this machine. Other people read a release. */
async function whyNoFolder(objects: ObjectStore, suite: string, run: string): Promise<string> {
  const failed = await objects.head(keys.failed(suite, run));
  return failed === undefined ? "it is still running or was interrupted" : "it failed; run it again to see the reason";
}

/** Folders in a suite that are not runs. HELM and MedHELM write them. */
export const NOT_RUNS: ReadonlySet<string> = new Set(["eval_cache", "groups", "pages"]);

/** The list starts after the folders whose names begin with ".", which contain generations. */
async function runFolders(objects: ObjectStore, suite: string): Promise<FoundRun[]> {
  const prefix = keys.runs(suite);
  const folders = new Map<string, string[]>();
  for await (const { key } of objects.list(prefix, { after: `${prefix}/` })) {
    const [run = "", ...path] = key.slice(prefix.length).split("/");
    const file = path.join("/");
    if (!READ_FILES.has(file) || NOT_RUNS.has(run)) continue;
    const files = folders.get(run) ?? [];
    folders.set(run, files);
    files.push(file);
  }
  return [...folders]
    .filter(([, files]) => RUN_FILES.some((file) => files.includes(file)))
    .map(([run, files]) => ({ suite, run, files }));
}

const RUN_FILES = ["manifest.json", "run_spec.json", "stats.json", "scenario_state.json"];

/**
 * The runs that a worker has started and that are not in `known`, which is sorted. Each listing jumps over the many files of one
 * run. The listings between two known runs are independent of each other, so they run concurrently.
 */
async function startedRuns(objects: ObjectStore, suite: string, known: readonly string[]): Promise<string[]> {
  const prefix = keys.worksOf(suite);
  if ((await firstKey(objects, prefix, undefined)) === undefined) return []; // HELM's runs, or scratch files that have expired
  const starts = [undefined, ...known];
  const between = await mapBounded(starts.entries(), CONCURRENT_READS, async ([index, start]) =>
    subfolders(objects, prefix, { after: start, before: known[index] }),
  );
  return between.flat();
}

/**
 * Lists the folders directly under a prefix, with one listing call per folder, because a folder may contain many objects.
 * @param between only the folders between these two, which are not in the result
 */
export async function subfolders(
  objects: ObjectStore,
  prefix: string,
  between: { readonly after?: string | undefined; readonly before?: string | undefined } = {},
): Promise<string[]> {
  const names: string[] = [];
  let after = between.after === undefined ? undefined : endOf(prefix, between.after);
  for (;;) {
    const next = await firstKey(objects, prefix, after);
    if (next === undefined) return names;
    const [name = "", ...rest] = next.slice(prefix.length).split("/");
    if (between.before !== undefined && !isBefore(next, `${prefix}${between.before}/`)) return names;
    if (rest.length > 0) names.push(name);
    after = rest.length > 0 ? endOf(prefix, name) : next;
  }
}

/** In the order of listings, which is that of bytes. */
const isBefore = (key: string, other: string): boolean => Buffer.compare(Buffer.from(key), Buffer.from(other)) < 0;

/** The next listing after this key skips all objects in the folder: "0" is the character after "/". */
const endOf = (prefix: string, name: string): string => `${prefix}${name}0`;

async function firstKey(objects: ObjectStore, prefix: string, after: string | undefined): Promise<string | undefined> {
  for await (const { key } of objects.list(prefix, after === undefined ? {} : { after })) return key;
  return undefined;
}

async function missingSuite(objects: ObjectStore, suite: string): Promise<UserError> {
  const suites = (await subfolders(objects, keys.allRuns())).filter((name) => !name.startsWith("."));
  const known = suites.length === 0 ? "There are no suites yet" : `Existing suites: ${suites.join(", ")}`;
  return suites.includes(suite)
    ? new UserError(`The suite ${suite} has no runs. Add runs with: medhelm run --suite ${suite}`)
    : new UserError(`There is no suite ${suite} under runs/. ${known}.`);
}
