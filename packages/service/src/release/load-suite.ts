import { createHash } from "node:crypto";
import { parsePythonJson } from "@medhelm/core/helm/parse-python-json";
import { RunSpec } from "@medhelm/core/helm/run-spec";
import { Stat } from "@medhelm/core/helm/stats";
import { issueText } from "@medhelm/core/text/issue-text";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import type { LoadedRun } from "@medhelm/core/release/loaded-run";
import { Manifest } from "@medhelm/core/release/manifest";
import type { Profile } from "@medhelm/core/run/profile";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { mapBounded } from "../concurrency/map-bounded.ts";
import type { LeftOut } from "./ports.ts";

export interface LoadedSuite {
  readonly runs: readonly LoadedRun[];
  readonly leftOut: readonly LeftOut[];
}

/** Runs read at a time: enough to hide a store's latency, few enough for its sockets. */
const CONCURRENCY = 32;

/**
 * Every finished run of a suite, ours and HELM's, by folder name; of each only run_spec.json, manifest.json and the stats of
 * the profile. `publicOnly`: as if the suite held its sealed public runs alone. Throws UserError for a suite that is not there or has no run.
 */
export async function loadSuite(
  objects: ObjectStore,
  suite: string,
  profile: Profile,
  publicOnly = false,
): Promise<LoadedSuite> {
  if (publicOnly) return loadPublicRuns(objects, suite, profile);
  const folders = await runFolders(objects, suite);
  const [loaded, underWay] = await Promise.all([
    mapBounded([...folders], CONCURRENCY, ([run, files]) => loadRun(objects, suite, run, files, profile)),
    runsAtWork(objects, suite),
  ]);
  const unstarted = underWay.filter((run) => !folders.has(run));
  if (loaded.length + unstarted.length === 0) throw await noSuite(objects, suite);
  return {
    runs: loaded.flatMap((result) => (result.kind === "run" ? [result.run] : [])),
    leftOut: [
      ...loaded.flatMap((result) =>
        result.kind === "left out" ? [{ suite, run: result.name, reason: result.reason }] : [],
      ),
      ...(await mapBounded(unstarted, CONCURRENCY, async (run) => ({
        suite,
        run,
        reason: await whyNotThere(objects, suite, run),
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

/** The failure's own sentence stays out: it may name folders of this machine, and a release is for others. */
async function whyNotThere(objects: ObjectStore, suite: string, run: string): Promise<string> {
  const failed = await objects.head(keys.failed(suite, run));
  return failed === undefined ? "it is still under way or was interrupted" : "it failed; running it again says why";
}

/** HELM's and our own folders in a suite that hold no run. */
const NO_RUNS = new Set(["eval_cache", "groups", "pages"]);

/** Folder -> its files, directly in it and one level below. */
async function runFolders(objects: ObjectStore, suite: string): Promise<Map<string, Set<string>>> {
  const prefix = keys.runs(suite);
  const folders = new Map<string, Set<string>>();
  for await (const { key } of objects.list(prefix)) {
    const [run = "", ...file] = key.slice(prefix.length).split("/");
    if (file.length === 0 || NO_RUNS.has(run) || run.startsWith(".")) continue;
    const files = folders.get(run) ?? new Set();
    folders.set(run, files);
    files.add(file.join("/"));
  }
  return new Map([...folders].filter(([, files]) => RUN_FILES.some((file) => files.has(file))));
}

const RUN_FILES = ["run_spec.json", "stats.json", "scenario_state.json"];

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
    return leftOut("it is not sealed: it is still under way or was interrupted");
  const statsFile = profile === "helm" ? "stats.json" : "corrected/stats.json";
  const missing = ["run_spec.json", statsFile].find((file) => !files.has(file));
  if (missing === statsFile && profile === "corrected") {
    return leftOut("it has no corrected stats; score it first: medhelm score RUN_DIR --profile corrected");
  }
  if (missing !== undefined) return leftOut(`it has no ${missing}`);
  const [runSpec, stats, manifest] = await Promise.all([
    readFile(objects, keys.runFile(suite, name, "run_spec.json"), RunSpec),
    readFile(objects, keys.runFile(suite, name, statsFile), Stats),
    getJson(objects, keys.manifest(suite, name), Manifest),
  ]);
  const run: LoadedRun = {
    suite,
    folder: name,
    runSpec: runSpec.value,
    stats: stats.value,
    isTextMissing: !files.has("scenario_state.json") && !files.has("pages/index.json"),
  };
  if (manifest === undefined) return { kind: "run", run };
  if (manifest.files["run_spec.json"] !== runSpec.sha256 || manifest.files[statsFile] !== stats.sha256) {
    return leftOut("its files are not those that its manifest seals");
  }
  return { kind: "run", run: { ...run, manifest } };
}

/** HELM writes Infinity where a stat overflowed; such a stat cannot be shown. */
const Stats = z.array(z.unknown()).transform((stats) => stats.flatMap((stat) => Stat.safeParse(stat).data ?? []));

async function readFile<T>(
  objects: ObjectStore,
  key: string,
  schema: z.ZodType<T>,
): Promise<{ value: T; sha256: string }> {
  const found = await objects.get(key);
  if (found === undefined) throw new UserError(`${key} was deleted while it was read; make the release again.`);
  const parsed = schema.safeParse(parse(new TextDecoder().decode(found.body), key));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new UserError(
      `${key}: ${issue?.path.join(".") ?? ""}: ${issueText(issue)}; run it again or move its folder away.`,
    );
  }
  return { value: parsed.data, sha256: createHash("sha256").update(found.body).digest("hex") };
}

function parse(text: string, key: string): unknown {
  try {
    return parsePythonJson(text);
  } catch (cause) {
    throw new UserError(`${key} is not JSON, it may have been cut short; run it again or move its folder away.`, {
      cause,
    });
  }
}

/** Runs that a worker has begun. One listing call a run, for a run's folder may hold an outcome for each of its requests. */
async function runsAtWork(objects: ObjectStore, suite: string): Promise<string[]> {
  return subfolders(objects, keys.worksOf(suite));
}

/** The folders right below a prefix. */
export async function subfolders(objects: ObjectStore, prefix: string): Promise<string[]> {
  const names: string[] = [];
  let after: string | undefined;
  for (;;) {
    const next = await firstKey(objects, prefix, after);
    if (next === undefined) return names;
    const [name = "", ...rest] = next.slice(prefix.length).split("/");
    if (rest.length > 0) names.push(name);
    // "0" is the character after "/": it follows all that the folder holds.
    after = rest.length > 0 ? `${prefix}${name}0` : next;
  }
}

async function firstKey(objects: ObjectStore, prefix: string, after: string | undefined): Promise<string | undefined> {
  for await (const { key } of objects.list(prefix, after === undefined ? {} : { after })) return key;
  return undefined;
}

async function noSuite(objects: ObjectStore, suite: string): Promise<UserError> {
  const suites = (await subfolders(objects, keys.allRuns())).filter((name) => !name.startsWith("."));
  const known = suites.length === 0 ? "there is none yet" : `there are ${suites.join(", ")}`;
  return suites.includes(suite)
    ? new UserError(`The suite ${suite} holds no run; run something into it first: medhelm run --suite ${suite}.`)
    : new UserError(`There is no suite ${suite} under runs/; ${known}.`);
}
