import { createHash } from "node:crypto";
import { parsePythonJson } from "@medhelm/core/helm/parse-python-json";
import { RunSpec } from "@medhelm/core/helm/run-spec";
import { Stat } from "@medhelm/core/helm/stats";
import { issueText } from "@medhelm/core/text/issue-text";
import { keys } from "@medhelm/core/store/object-keys";
import { openRun } from "@medhelm/core/store/run-files";
import type { ObjectStore } from "@medhelm/core/ports";
import type { LoadedRun } from "@medhelm/core/release/loaded-run";
import type { Profile } from "@medhelm/core/run/profile";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { mapBounded } from "../concurrency/map-bounded.ts";
import type { LeftOut } from "./ports.ts";

export interface LoadedSuite {
  readonly runs: readonly LoadedRun[];
  readonly leftOut: readonly LeftOut[];
}

/** Enough concurrent runs to hide the store's latency, and few enough for its sockets. */
const CONCURRENCY = 32;

/**
 * Loads every finished run of a suite, ours and HELM's, in the order of folder names. Of each run it reads run_spec.json,
 * manifest.json and the stats of the profile.
 * @param publicOnly ignores all runs except for sealed public ones
 * @throws UserError for a suite that does not exist or has no runs
 */
export async function loadSuite(
  objects: ObjectStore,
  suite: string,
  profile: Profile,
  publicOnly = false,
): Promise<LoadedSuite> {
  if (publicOnly) return loadPublicRuns(objects, suite, profile);
  const folders = await runFolders(objects, suite);
  const [loaded, started] = await Promise.all([
    mapBounded([...folders], CONCURRENCY, ([run, files]) => loadRun(objects, suite, run, files, profile)),
    startedRuns(objects, suite),
  ]);
  const withoutFolder = started.filter((run) => !folders.has(run));
  if (loaded.length + withoutFolder.length === 0) throw await missingSuite(objects, suite);
  return {
    runs: loaded.flatMap((result) => (result.kind === "run" ? [result.run] : [])),
    leftOut: [
      ...loaded.flatMap((result) =>
        result.kind === "left out" ? [{ suite, run: result.name, reason: result.reason }] : [],
      ),
      ...(await mapBounded(withoutFolder, CONCURRENCY, async (run) => ({
        suite,
        run,
        reason: await whyNoFolder(objects, suite, run),
      }))),
    ],
  };
}

async function loadPublicRuns(objects: ObjectStore, suite: string, profile: Profile): Promise<LoadedSuite> {
  const folders = await runFolders(objects, suite);
  const loaded = await mapBounded([...folders], CONCURRENCY, ([run, files]) =>
    loadRun(objects, suite, run, files, profile),
  );
  const runs = loaded.flatMap((result) =>
    result.kind === "run" && result.run.manifest?.access === "public" ? [result.run] : [],
  );
  if (runs.length === 0) throw new UserError(`The suite ${suite} has no public run.`);
  return { runs, leftOut: [] };
}

/** The reason does not contain the message of the failure, which may name folders of this machine. Other people read a release. */
async function whyNoFolder(objects: ObjectStore, suite: string, run: string): Promise<string> {
  const failed = await objects.head(keys.failed(suite, run));
  return failed === undefined ? "it is still running or was interrupted" : "it failed; run it again to see the reason";
}

/** Folders in a suite that are not runs. HELM and MedHELM write them. */
const NOT_RUNS = new Set(["eval_cache", "groups", "pages"]);

/** Run folder -> paths of its files. The list starts after the folders whose names begin with ".", which contain generations. */
async function runFolders(objects: ObjectStore, suite: string): Promise<Map<string, Set<string>>> {
  const prefix = keys.runs(suite);
  const folders = new Map<string, Set<string>>();
  for await (const { key } of objects.list(prefix, { after: `${prefix}/` })) {
    const [run = "", ...file] = key.slice(prefix.length).split("/");
    if (file.length === 0 || NOT_RUNS.has(run)) continue;
    const files = folders.get(run) ?? new Set();
    folders.set(run, files);
    files.add(file.join("/"));
  }
  return new Map([...folders].filter(([, files]) => RUN_FILES.some((file) => files.has(file))));
}

const RUN_FILES = ["manifest.json", "run_spec.json", "stats.json", "scenario_state.json"];

type LoadResult =
  | { readonly kind: "run"; readonly run: LoadedRun }
  | { readonly kind: "left out"; readonly name: string; readonly reason: string };

async function loadRun(
  objects: ObjectStore,
  suite: string,
  name: string,
  files: ReadonlySet<string>,
  profile: Profile,
): Promise<LoadResult> {
  const leftOut = (reason: string): LoadResult => ({ kind: "left out", name, reason });
  const isOurs = files.has("manifest.json") || (await objects.head(keys.identity(suite, name))) !== undefined;
  if (isOurs && !files.has("manifest.json"))
    return leftOut("it is not sealed, because it is still running or was interrupted");
  const statsFile = profile === "helm" ? "stats.json" : "corrected/stats.json";
  const { manifest, keyOf } = await openRun(objects, suite, name);
  const present = manifest?.folder === undefined ? files : new Set(Object.keys(manifest.files));
  const missing = ["run_spec.json", statsFile].find((file) => !present.has(file));
  if (missing === statsFile && profile === "corrected") {
    return leftOut("it has no corrected stats; compute them with: medhelm score RUN_DIR --profile corrected");
  }
  if (missing !== undefined) return leftOut(`it has no ${missing}`);
  const [runSpec, stats] = await Promise.all([
    readFile(objects, keyOf("run_spec.json"), RunSpec),
    readFile(objects, keyOf(statsFile), Stats),
  ]);
  const run: LoadedRun = {
    suite,
    folder: name,
    runSpec: runSpec.value,
    stats: stats.value,
    isTextMissing: !present.has("scenario_state.json") && !present.has("pages/index.json"),
  };
  if (manifest === undefined) return { kind: "run", run };
  if (manifest.files["run_spec.json"] !== runSpec.sha256 || manifest.files[statsFile] !== stats.sha256) {
    return leftOut("its files differ from those in its manifest");
  }
  return { kind: "run", run: { ...run, manifest } };
}

/** Reads stats and skips invalid ones. HELM writes Infinity for a stat that overflowed, which no table can show. */
const Stats = z.array(z.unknown()).transform((stats) => stats.flatMap((stat) => Stat.safeParse(stat).data ?? []));

async function readFile<T>(
  objects: ObjectStore,
  key: string,
  schema: z.ZodType<T>,
): Promise<{ value: T; sha256: string }> {
  const found = await objects.get(key);
  if (found === undefined) throw new UserError(`${key} was deleted while it was read. Make the release again.`);
  const parsed = schema.safeParse(parse(new TextDecoder().decode(found.body), key));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new UserError(
      `${key}: ${issue?.path.join(".") ?? ""}: ${issueText(issue)}. Run it again or move its folder away.`,
    );
  }
  return { value: parsed.data, sha256: createHash("sha256").update(found.body).digest("hex") };
}

function parse(text: string, key: string): unknown {
  try {
    return parsePythonJson(text);
  } catch (cause) {
    throw new UserError(`${key} is not JSON; the file may be incomplete. Run it again or move its folder away.`, {
      cause,
    });
  }
}

/** The runs that a worker has started. */
async function startedRuns(objects: ObjectStore, suite: string): Promise<string[]> {
  return subfolders(objects, keys.worksOf(suite));
}

/** Lists the folders directly under a prefix, with one listing call per folder, because a folder may contain many objects. */
export async function subfolders(objects: ObjectStore, prefix: string): Promise<string[]> {
  const names: string[] = [];
  let after: string | undefined;
  for (;;) {
    const next = await firstKey(objects, prefix, after);
    if (next === undefined) return names;
    const [name = "", ...rest] = next.slice(prefix.length).split("/");
    if (rest.length > 0) names.push(name);
    // "0" is the character after "/", so the next listing skips all objects in the folder.
    after = rest.length > 0 ? `${prefix}${name}0` : next;
  }
}

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
