import { parsePythonJson } from "@medhelm/core/helm/parse-python-json";
import { RunSpec } from "@medhelm/core/helm/run-spec";
import { Stat } from "@medhelm/core/helm/stats";
import { DamagedObject, orUnreadable, UnreadableObject } from "@medhelm/core/store/objects";
import { issueText } from "@medhelm/core/text/issue-text";
import { lineFinder } from "@medhelm/core/text/line-finder";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { keys } from "@medhelm/core/store/object-keys";
import { openRun, type RunFiles } from "@medhelm/core/store/run-files";
import type { ObjectStore } from "@medhelm/core/ports";
import type { LoadedRun } from "@medhelm/core/release/runs/loaded-run";
import type { Manifest } from "@medhelm/core/release/runs/manifest";
import type { Profile } from "@medhelm/core/run/profile";
import { orUserError, UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { CONCURRENT_READS, mapBounded } from "../../concurrency/map-bounded.ts";
import { faultIn } from "../fault-in.ts";
import { findRuns, type FoundRun } from "./find-runs.ts";
import type { ChangedFile, LeftOut } from "../ports.ts";
import { sharedParts } from "../shared-parts.ts";

export interface LoadedRuns {
  readonly runs: readonly LoadedRun[];
  readonly leftOut: readonly LeftOut[];
}

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
  changedFile?: ChangedFile,
): Promise<LoadedRuns> {
  const found = await findRuns(objects, suite, publicOnly);
  const loaded = await loadRuns(objects, found.runs, profile, publicOnly, changedFile);
  if (publicOnly && loaded.runs.length === 0) throw noPublicRun(suite);
  return { runs: loaded.runs, leftOut: [...loaded.leftOut, ...found.leftOut] };
}

export const noPublicRun = (suite: string): UserError =>
  new UserError(`the suite ${suite} has no public run; leave it out`);

/**
 * Loads runs that `findRuns` found, in their order. Equal names of metrics share their memory.
 * @param publicOnly leaves out all runs except for sealed public ones, and does not name the others
 */
export async function loadRuns(
  objects: ObjectStore,
  found: readonly FoundRun[],
  profile: Profile,
  publicOnly: boolean,
  changedFile?: ChangedFile,
): Promise<LoadedRuns> {
  const share = sharedParts();
  const loaded = await mapBounded(found, CONCURRENT_READS, async (run) => {
    const result = await loadRun(objects, run, profile, changedFile);
    return result.kind === "run" ? { ...result, run: share(result.run) } : result;
  });
  const runs = loaded.flatMap((result) => (result.kind === "run" ? [result.run] : []));
  if (publicOnly) return { runs: runs.filter(({ manifest }) => manifest?.access === "public"), leftOut: [] };
  return { runs, leftOut: loaded.flatMap((result) => (result.kind === "left out" ? [result.leftOut] : [])) };
}

type LoadResult =
  | { readonly kind: "run"; readonly run: LoadedRun }
  | { readonly kind: "left out"; readonly leftOut: LeftOut };

async function loadRun(
  objects: ObjectStore,
  { suite, run, files }: FoundRun,
  profile: Profile,
  changedFile: ChangedFile | undefined,
): Promise<LoadResult> {
  const leftOut = (reason: string, damaged?: string): LoadResult => ({
    kind: "left out",
    leftOut: {
      suite,
      run,
      reason,
      ...(damaged === undefined ? {} : { file: damaged, ...(isOurs ? {} : { isForeign: true }) }),
    },
  });
  const isOurs = files.includes("manifest.json") || (await objects.head(keys.identity(suite, run))) !== undefined;
  if (isOurs && !files.includes("manifest.json"))
    return leftOut("it is not sealed, because it is still running or was interrupted");
  const statsFile = profile === "helm" ? "stats.json" : "corrected/stats.json";
  const mayBeCopied = files.some((file) => file !== "manifest.json");
  const opened = await openRun(objects, suite, run, { mayBeCopied }).catch(orUserError);
  if (opened instanceof UserError)
    return opened instanceof DamagedObject
      ? leftOut("its manifest.json is damaged", keys.manifest(suite, run))
      : leftOut("its manifest.json has a newer format; upgrade medhelm");
  const { manifest } = opened;
  const isPresent = (file: string): boolean =>
    manifest?.folder === undefined ? files.includes(file) : Object.hasOwn(manifest.files, file);
  const missing = ["run_spec.json", statsFile].find((file) => !isPresent(file));
  if (missing === statsFile && profile === "corrected") {
    return leftOut(
      manifest !== undefined || files.includes("scenario_state.json")
        ? "it has no corrected stats; compute them with: medhelm score RUN_DIR --profile corrected"
        : "it has no corrected stats, and no scenario_state.json to compute them from",
    );
  }
  if (missing !== undefined) return leftOut(`it has no ${missing}`);
  const hasText = manifest !== undefined || files.includes("scenario_state.json");
  const loaded = await readRun(objects, { suite, run, opened, statsFile, hasText }, leftOut);
  const changed = await changedIn(loaded, opened, changedFile).catch(orUnreadable);
  if (changed instanceof UnreadableObject) return leftOut(changed.message);
  return changed === undefined ? loaded : leftOut(damageOf(changed, OTHER_BYTES), changed);
}

async function changedIn(
  loaded: LoadResult,
  { manifest, keyOf }: RunFiles,
  changedFile: ChangedFile | undefined,
): Promise<string | undefined> {
  return manifest === undefined || loaded.kind !== "run" ? undefined : changedFile?.(manifest, keyOf);
}

interface OpenedRun {
  readonly suite: string;
  readonly run: string;
  readonly opened: RunFiles;
  readonly statsFile: string;
  readonly hasText: boolean;
}

/** Reads the run spec and the stats. */
async function readRun(
  objects: ObjectStore,
  { suite, run, opened: { manifest, manifestSha256, keyOf }, statsFile, hasText }: OpenedRun,
  leftOut: (reason: string, damaged: string) => LoadResult,
): Promise<LoadResult> {
  const [runSpec, stats] = await Promise.all([
    readFile(objects, keyOf("run_spec.json"), RunSpec, manifest?.files["run_spec.json"]),
    readFile(objects, keyOf(statsFile), Stats, manifest?.files[statsFile]),
  ]);
  if (typeof runSpec === "string") return leftOut(damageOf("run_spec.json", runSpec), keyOf("run_spec.json"));
  if (typeof stats === "string") return leftOut(damageOf(statsFile, stats), keyOf(statsFile));
  const text = hasText ? {} : { withoutText: true as const };
  const common = { suite, folder: run, runSpec: runSpec.value, stats: stats.value, ...text };
  if (manifest === undefined || manifestSha256 === undefined) return { kind: "run", run: common };
  const { files: sealed, ...seal } = manifest;
  const scoresSha256 = sealed["scores.json"];
  const scores = scoresSha256 === undefined ? {} : { scoresSha256 };
  return { kind: "run", run: { ...common, manifest: seal, manifestSha256, ...scores, ...pagesIn(seal, sealed) } };
}

const PAGE = /^pages\/\d+\.json$/;

/** The number of pages in the run's generation. */
function pagesIn({ folder }: Pick<Manifest, "folder">, files: Manifest["files"]): Pick<LoadedRun, "pages"> {
  return folder === undefined ? {} : { pages: Object.keys(files).filter((file) => PAGE.test(file)).length };
}

/** HELM writes NaN or Infinity for a stat that overflowed, which no table can show, so such a stat is skipped. */
const Stats = z.array(z.unknown()).transform((stats, context) =>
  stats.flatMap((stat, index) => {
    const { data, error } = Stat.safeParse(stat);
    if (data !== undefined) return [data];
    const issue = error?.issues.find(({ path }) => !hasNoNumber(valueAt(stat, path)));
    if (issue !== undefined)
      context.addIssue({ code: "custom", path: [index, ...issue.path], message: issueText(issue) });
    return [];
  }),
);

const hasNoNumber = (value: unknown): boolean =>
  value === null || (typeof value === "number" && !Number.isFinite(value));

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  const [key, ...below] = path;
  if (key === undefined) return value;
  if (typeof value !== "object" || value === null) return undefined;
  return valueAt(Object.getOwnPropertyDescriptor(value, key)?.value, below);
}

const OTHER_BYTES = "differs from the manifest";
const damageOf = (file: string, why: string): string =>
  why === OTHER_BYTES ? "its files differ from those in its manifest" : `its ${file} ${why}`;

/**
 * Reads one file of a run.
 * @param sha256 the hash in the manifest; HELM's runs have none
 * @returns a phrase that names the damage, if the file cannot be used
 */
async function readFile<T>(
  objects: ObjectStore,
  key: string,
  schema: z.ZodType<T>,
  sha256: string | undefined,
): Promise<{ readonly value: T } | string> {
  const found = await objects.get(key);
  if (found === undefined) return "is missing";
  if (sha256 !== undefined && sha256Hex(found.body) !== sha256) return OTHER_BYTES;
  const text = new TextDecoder().decode(found.body);
  const value = parse(text);
  if (value === undefined) {
    const { line, isCut } = faultIn(text);
    return isCut ? `is cut off at line ${line}` : `is not JSON from line ${line}`;
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return { value: parsed.data };
  const [issue] = parsed.error.issues;
  const lineOf = text.trimEnd().includes("\n") ? lineFinder(text) : undefined;
  const line = lineOf === undefined ? "" : `line ${lineOf(issue?.path ?? [])}, `;
  return `has another layout (${line}${issue?.path.join(".") || "the whole file"}: ${issueText(issue)})`;
}

function parse(text: string): unknown {
  try {
    return parsePythonJson(text);
  } catch {
    return undefined;
  }
}
