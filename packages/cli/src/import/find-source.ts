import { withKeyPrefix } from "@medhelm/adapters/objects/with-key-prefix";
import type { ObjectStore } from "@medhelm/core/ports";
import { listFolders } from "@medhelm/core/store/list-folders";
import { keys } from "@medhelm/core/store/object-keys";
import { UserError } from "@medhelm/core/user-error";

/** The things that a place has to import: the runs of suites, or releases without their runs. */
export type ImportSource =
  | {
      readonly kind: "suites";
      /** a tree with `runs/<suite>/<run>/` */
      readonly tree: ObjectStore;
      readonly suites: readonly string[];
      /** import only this run */
      readonly run?: string;
    }
  | { readonly kind: "releases"; readonly tree: ObjectStore; readonly runsFiles: readonly string[] };

/** The end of a path: runs, runs/<suite>, or runs/<suite>/<run>. */
const RUNS = /^(?:(.*)\/)?runs(?:\/([^/]+))?(?:\/([^/]+))?$/;

/**
 * Finds the runs at a path. The path may be an output folder of HELM's or ours, its runs/, a suite in it, or one run. It may also be a folder of run
 * folders, or a release that has only runs.json.
 * @param path without "/" at the end; "" is the top of a bucket
 * @param open opens the tree below a path
 * @throws UserError for a place without runs
 */
export async function findSource(path: string, open: (path: string) => ObjectStore): Promise<ImportSource> {
  const [isBelowRuns, above = "", suite, run] = RUNS.exec(path) ?? [];
  if (isBelowRuns !== undefined) {
    const tree = open(above);
    const suites = suite === undefined ? await suitesIn(tree) : [suite];
    return { kind: "suites", tree, suites, ...(run === undefined ? {} : { run }) };
  }
  const place = open(path);
  const folders = await listFolders(place, "");
  if (folders.includes("benchmark_output"))
    return findSource([path, "benchmark_output"].filter(Boolean).join("/"), open);
  const found =
    (await treeIn(place, folders)) ?? (await runFoldersIn(place, folders, path)) ?? (await releasesIn(place));
  if (found !== undefined) return found;
  throw new UserError(
    `${path}: it has no runs; name a folder with runs/, a folder of runs, a release with runs.json, or a table as .csv`,
  );
}

async function treeIn(tree: ObjectStore, folders: readonly string[]): Promise<ImportSource | undefined> {
  const suites = folders.includes("runs") ? await suitesIn(tree) : [];
  return suites.length === 0 ? undefined : { kind: "suites", tree, suites };
}

async function runFoldersIn(
  place: ObjectStore,
  folders: readonly string[],
  path: string,
): Promise<ImportSource | undefined> {
  const name = path.split("/").at(-1) ?? "";
  for (const folder of folders)
    if ((await place.head(`${folder}/run_spec.json`)) !== undefined)
      return { kind: "suites", tree: withKeyPrefix(keys.runs(name), place), suites: [name] };
  return undefined;
}

async function releasesIn(tree: ObjectStore): Promise<ImportSource | undefined> {
  const releases = await listFolders(tree, "releases/");
  const runsFiles: string[] = [];
  for (const key of ["runs.json", ...releases.map((release) => `releases/${release}/runs.json`)])
    if ((await tree.head(key)) !== undefined) runsFiles.push(key);
  return runsFiles.length === 0 ? undefined : { kind: "releases", tree, runsFiles };
}

const suitesIn = async (tree: ObjectStore): Promise<string[]> =>
  (await listFolders(tree, keys.allRuns())).filter((suite) => !suite.startsWith("."));
