import { parsePythonJson } from "@medhelm/core/helm/parse-python-json";
import { RunSpec } from "@medhelm/core/helm/run-spec";
import { Stat } from "@medhelm/core/helm/stats";
import { issueText } from "@medhelm/core/text/issue-text";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { keys } from "@medhelm/core/store/object-keys";
import { openRun } from "@medhelm/core/store/run-files";
import type { ObjectStore } from "@medhelm/core/ports";
import type { LoadedRun } from "@medhelm/core/release/loaded-run";
import type { Manifest } from "@medhelm/core/release/manifest";
import type { Profile } from "@medhelm/core/run/profile";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { CONCURRENT_READS, mapBounded } from "../concurrency/map-bounded.ts";
import { findRuns, type FoundRun } from "./find-runs.ts";
import type { LeftOut } from "./ports.ts";
import { sharedNames } from "./shared-names.ts";

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
): Promise<LoadedRuns> {
  const found = await findRuns(objects, suite, publicOnly);
  const loaded = await loadRuns(objects, found.runs, profile, publicOnly);
  if (publicOnly && loaded.runs.length === 0) throw noPublicRun(suite);
  return { runs: loaded.runs, leftOut: [...loaded.leftOut, ...found.leftOut] };
}

export const noPublicRun = (suite: string): UserError => new UserError(`The suite ${suite} has no public run.`);

/**
 * Loads runs that `findRuns` found, in their order. Equal names of metrics share their memory.
 * @param publicOnly leaves out all runs except for sealed public ones, and does not name the others
 */
export async function loadRuns(
  objects: ObjectStore,
  found: readonly FoundRun[],
  profile: Profile,
  publicOnly: boolean,
): Promise<LoadedRuns> {
  const share = sharedNames();
  const loaded = await mapBounded(found, CONCURRENT_READS, async (run) => {
    const result = await loadRun(objects, run, profile);
    return result.kind === "run" ? { ...result, run: share(result.run) } : result;
  });
  const runs = loaded.flatMap((result) => (result.kind === "run" ? [result.run] : []));
  if (publicOnly) return { runs: runs.filter(({ manifest }) => manifest?.access === "public"), leftOut: [] };
  return { runs, leftOut: loaded.flatMap((result) => (result.kind === "left out" ? [result.leftOut] : [])) };
}

type LoadResult =
  | { readonly kind: "run"; readonly run: LoadedRun }
  | { readonly kind: "left out"; readonly leftOut: LeftOut };

async function loadRun(objects: ObjectStore, { suite, run, files }: FoundRun, profile: Profile): Promise<LoadResult> {
  const leftOut = (reason: string): LoadResult => ({ kind: "left out", leftOut: { suite, run, reason } });
  const isOurs = files.includes("manifest.json") || (await objects.head(keys.identity(suite, run))) !== undefined;
  if (isOurs && !files.includes("manifest.json"))
    return leftOut("it is not sealed, because it is still running or was interrupted");
  const statsFile = profile === "helm" ? "stats.json" : "corrected/stats.json";
  const mayBeCopied = files.some((file) => file !== "manifest.json");
  const { manifest, manifestSha256, keyOf } = await openRun(objects, suite, run, { mayBeCopied });
  const isPresent = (file: string): boolean =>
    manifest?.folder === undefined ? files.includes(file) : Object.hasOwn(manifest.files, file);
  const missing = ["run_spec.json", statsFile].find((file) => !isPresent(file));
  if (missing === statsFile && profile === "corrected") {
    return leftOut("it has no corrected stats; compute them with: medhelm score RUN_DIR --profile corrected");
  }
  if (missing !== undefined) return leftOut(`it has no ${missing}`);
  const [runSpec, stats] = await Promise.all([
    readFile(objects, keyOf("run_spec.json"), RunSpec),
    readFile(objects, keyOf(statsFile), Stats),
  ]);
  const common = { suite, folder: run, runSpec: runSpec.value, stats: stats.value };
  if (manifest === undefined || manifestSha256 === undefined) return { kind: "run", run: common };
  if (manifest.files["run_spec.json"] !== runSpec.sha256 || manifest.files[statsFile] !== stats.sha256) {
    return leftOut("its files differ from those in its manifest");
  }
  const { files: sealed, ...seal } = manifest;
  return { kind: "run", run: { ...common, manifest: seal, manifestSha256, ...pagesIn(seal, sealed) } };
}

const PAGE = /^pages\/\d+\.json$/;

/** The number of pages in the run's generation. */
function pagesIn({ folder }: Pick<Manifest, "folder">, files: Manifest["files"]): Pick<LoadedRun, "pages"> {
  return folder === undefined ? {} : { pages: Object.keys(files).filter((file) => PAGE.test(file)).length };
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
  return { value: parsed.data, sha256: sha256Hex(found.body) };
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
