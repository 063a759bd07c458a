import { Leaderboard } from "@medhelm/core/release/leaderboard";
import type { ReleaseRecord } from "@medhelm/core/release/release-record";
import { SealedRuns } from "@medhelm/core/release/sealed-runs";
import type { FindMetric } from "@medhelm/core/metrics/metric";
import { keys } from "@medhelm/core/store/object-keys";
import { UnreadableObject, getJson } from "@medhelm/core/store/objects";
import { sha256OfChunks } from "@medhelm/core/store/canonical";
import { openRelease, type ReleaseFiles } from "@medhelm/core/store/release-files";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import type { NewReleaseRequest, ReleasePorts, SchemaChoice } from "../release/ports.ts";
import { loadContent } from "../release/release-content.ts";
import { writeRelease } from "../release/write-release.ts";
import { fileDifference } from "./first-difference.ts";
import { recordingStore } from "./recording-store.ts";
import type { Difference, Verification } from "./verification.ts";
import { verifyRun } from "./verify-run.ts";

export interface VerifyReleaseRequest extends Pick<NewReleaseRequest, "duplicates" | "debug"> {
  readonly release: string;
  /** the schema that the release was made with, if it is a file */
  readonly schema?: SchemaChoice;
  /** whether the runs' own numbers are taken as they are */
  readonly tablesOnly?: boolean;
  /** Called before each step. */
  readonly onStep?: (what: string, done: number, total: number) => void;
}

/**
 * Verifies each run of a release, and computes leaderboard.json, sealed-runs.json and HELM's files again with the release builder's code. It
 * writes nothing.
 * @throws UserError if there is no such release, or its schema is not given
 */
export async function verifyRelease(
  ports: ReleasePorts & { readonly metrics: FindMetric },
  request: VerifyReleaseRequest,
): Promise<Verification> {
  const files = await openRelease(ports.objects, request.release).catch(damaged);
  if (!("keyOf" in files)) {
    const file = keys.releaseFile(request.release, "release.json");
    return {
      checked: 0,
      difference: { file, key: "", stored: undefined, recomputed: undefined, ...files },
      notChecked: [],
    };
  }
  const { record } = files;
  if (record === undefined)
    throw new UserError(
      `there is no release ${request.release} with a release.json; name a run, or a release that medhelm summarize made`,
    );
  let [leaderboard, sealed]: [Leaderboard | undefined, SealedRuns | undefined] = [undefined, undefined];
  let file = files.keyOf("sealed-runs.json");
  try {
    sealed = await getJson(ports.objects, file, SealedRuns);
    file = files.keyOf("leaderboard.json");
    leaderboard = await getJson(ports.objects, file, Leaderboard);
  } catch (error) {
    if (!(error instanceof UnreadableObject)) throw error;
    return {
      checked: 0,
      difference: {
        file,
        key: "",
        stored: undefined,
        recomputed: undefined,
        because: error.message,
      },
      notChecked: [],
    };
  }
  const notChecked: string[] = [];
  let checked = 0;
  const runs = request.tablesOnly === true ? [] : (sealed?.runs ?? []);
  for (const [index, { suite, run, manifestSha256 }] of runs.entries()) {
    request.onStep?.(run, index, runs.length);
    if (manifestSha256 === undefined) {
      notChecked.push(`${run} of suite ${suite} has no manifest, so that its own numbers are taken as they are`);
      continue;
    }
    const one = await verifyIfThere(ports, suite, run);
    checked += one.checked;
    notChecked.push(...one.notChecked);
    if (one.difference !== undefined) return { checked, difference: one.difference, notChecked };
  }
  request.onStep?.(`tables of ${request.release}`, runs.length, runs.length);
  const found = await compareFiles(ports, request, { files, record, leaderboard });
  const sources = sealed === undefined ? [`${files.keyOf("sealed-runs.json")} is missing`] : [];
  return {
    checked: checked + found.checked,
    ...(found.difference && { difference: found.difference }),
    notChecked: [...notChecked, ...sources, ...found.missing.map((key) => `${key} is missing`)],
  };
}

function damaged(error: unknown): { readonly because: string } {
  if (!(error instanceof UnreadableObject)) throw error;
  return { because: error.message };
}

async function verifyIfThere(
  ports: ReleasePorts & { readonly metrics: FindMetric },
  suite: string,
  run: string,
): Promise<Verification> {
  try {
    return await verifyRun(ports, suite, run);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { checked: 0, notChecked: [error.message] };
  }
}

interface Stored {
  readonly files: ReleaseFiles;
  readonly record: ReleaseRecord;
  readonly leaderboard: Leaderboard | undefined;
}

/** Makes the release's files of the runs as they are now. `keep`: whose text is kept, by its path in the release. */
async function writeAgain(
  ports: ReleasePorts,
  request: VerifyReleaseRequest,
  { files, record, leaderboard }: Stored,
  keep: (file: string) => boolean,
) {
  const folder = files.keyOf("");
  const recording = recordingStore(ports.objects, (key) => key.startsWith(folder) && keep(key.slice(folder.length)));
  const outputPath = await outputPathOf(ports, files);
  const build: NewReleaseRequest = {
    kind: "release",
    release: request.release,
    suites: record.suites,
    profile: record.profile,
    schema: request.schema ?? schemaOf(leaderboard),
    ...(request.duplicates && { duplicates: request.duplicates }),
    ...(request.debug && { debug: request.debug }),
    ...(outputPath === undefined ? {} : { outputPath }),
  };
  const builtMs = Date.parse(leaderboard?.date ?? record.createdAt);
  const again: ReleasePorts = {
    ...ports,
    objects: recording.objects,
    clock: { ...ports.clock, nowMs: () => builtMs },
  };
  await writeRelease(again, build, await loadContent(again, build, record.suites), folder);
  const ofFiles = (found: ReadonlyMap<string, string>): Map<string, string> =>
    new Map(
      [...found].filter(([key]) => key.startsWith(folder)).map(([key, value]) => [key.slice(folder.length), value]),
    );
  return { sha256: ofFiles(recording.sha256), texts: ofFiles(recording.texts) };
}

function schemaOf(leaderboard: Leaderboard | undefined): SchemaChoice {
  const name = leaderboard?.schema ?? "schema_medhelm.yaml";
  if (name === "schema_medhelm.yaml") return { kind: "packaged" };
  if (name === "generated from the runs") return { kind: "auto" };
  throw new UserError(`the release was made with the schema ${name}; give that file with --schema-path`);
}

const RunPaths = z.array(z.object({ run_path: z.string() }));

/** HELM's files name the folder of the runs as the builder's user gave it. */
async function outputPathOf({ objects }: ReleasePorts, { keyOf }: ReleaseFiles): Promise<string | undefined> {
  try {
    const [first] = (await getJson(objects, keyOf("runs.json"), RunPaths)) ?? [];
    const at = first?.run_path.lastIndexOf("/runs/") ?? -1;
    return at < 0 ? undefined : first?.run_path.slice(0, at);
  } catch (error) {
    if (error instanceof UnreadableObject) return undefined; // compareFiles names it
    throw error;
  }
}

/** sealed-runs.json explains most differences, so it is first. */
const FIRST = ["sealed-runs.json", "leaderboard.json"];
const rankOf = (file: string): number => (FIRST.includes(file) ? FIRST.indexOf(file) : FIRST.length);

async function compareFiles(
  ports: ReleasePorts,
  request: VerifyReleaseRequest,
  release: Stored,
): Promise<{ readonly checked: number; readonly missing: readonly string[]; readonly difference?: Difference }> {
  const { objects } = ports;
  const { keyOf } = release.files;
  const missing: string[] = [];
  let checked = 0;
  const { sha256 } = await writeAgain(ports, request, release, () => false);
  for (const [file, expected] of [...sha256].toSorted(([a], [b]) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1))) {
    const key = keyOf(file);
    if ((await objects.head(key)) === undefined) {
      missing.push(key);
      continue;
    }
    checked++;
    const found = await sha256OfChunks(objects.stream(key));
    if (found === expected) continue;
    const text = (await writeAgain(ports, request, release, (name) => name === file)).texts.get(file);
    const stored = await objects.get(key);
    const where =
      stored && text !== undefined ? fileDifference(Buffer.from(stored.body).toString("utf8"), text) : undefined;
    const because = file === "sealed-runs.json" ? "the runs are not those that the release was made of" : undefined;
    return {
      checked,
      missing,
      difference: {
        file: key,
        ...(where ?? { key: "sha256", stored: found, recomputed: expected }),
        ...(because && { because }),
      },
    };
  }
  return { checked, missing };
}
