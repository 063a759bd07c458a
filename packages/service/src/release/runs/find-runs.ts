import { listFolders } from "@medhelm/core/store/list-folders";
import { keys } from "@medhelm/core/store/object-keys";
import type { ObjectStore } from "@medhelm/core/ports";
import { UserError } from "@medhelm/core/user-error";
import { CONCURRENT_READS, mapBounded } from "../../concurrency/map-bounded.ts";
import type { LeftOut } from "../ports.ts";

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

/** Lists a suite without the folders whose names begin with ".", which contain generations. Names such as "(draft)" sort before them. */
async function* outsideGenerations(objects: ObjectStore, prefix: string): AsyncGenerator<{ readonly key: string }> {
  for await (const found of objects.list(prefix)) {
    if (found.key >= `${prefix}.`) break;
    yield found;
  }
  yield* objects.list(prefix, { after: `${prefix}/` });
}

async function runFolders(objects: ObjectStore, suite: string): Promise<FoundRun[]> {
  const prefix = keys.runs(suite);
  const folders = new Map<string, string[]>();
  for await (const { key } of outsideGenerations(objects, prefix)) {
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

/** The runs that a worker has started and that are not in `known`. */
async function startedRuns(objects: ObjectStore, suite: string, known: readonly string[]): Promise<string[]> {
  const there = new Set(known);
  return (await listFolders(objects, keys.worksOf(suite))).filter((run) => !there.has(run));
}

async function missingSuite(objects: ObjectStore, suite: string): Promise<UserError> {
  const suites = (await listFolders(objects, keys.allRuns())).filter((name) => !name.startsWith("."));
  const next =
    suites.length === 0 ? `make it with medhelm run --suite ${suite}` : `the suites are ${suites.join(", ")}`;
  return suites.includes(suite)
    ? new UserError(`the suite ${suite} has no runs; add runs with medhelm run --suite ${suite}`)
    : new UserError(`there is no suite ${suite} under runs/; ${next}`);
}
