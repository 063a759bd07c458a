import { clinicianKey } from "@medhelm/core/release/clinician-mean";
import { Leaderboard } from "@medhelm/core/release/leaderboard";
import type { LoadedRun } from "@medhelm/core/release/loaded-run";
import type { ReleaseRecord } from "@medhelm/core/release/release-record";
import { StoredRelease } from "@medhelm/core/release/release-request";
import type { Profile } from "@medhelm/core/run/profile";
import { SealedRuns } from "@medhelm/core/release/sealed-runs";
import type { FindMetric } from "@medhelm/core/metrics/metric";
import { keys } from "@medhelm/core/store/object-keys";
import { DamagedObject, UnreadableObject, getJson, storedSha256 } from "@medhelm/core/store/objects";
import { openRelease } from "@medhelm/core/store/release-files";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { streamBounded } from "../concurrency/map-bounded.ts";
import type { BuildRequest, NewReleaseRequest, ReleasePorts, SchemaChoice } from "../release/ports.ts";
import { schemaOfRequest } from "../release/build-requested-release.ts";
import { isContentOf } from "../release/request-id.ts";
import { loadContent, type ReleaseContent } from "../release/release-content.ts";
import { writeRelease } from "../release/write-release.ts";
import { changedRuns, type KnownRun } from "./changed-runs.ts";
import { fileDifference } from "./first-difference.ts";
import { recordingStore } from "./recording-store.ts";
import type { Difference, Verification } from "./verification.ts";
import { verifyRun } from "./verify-run.ts";

/** A release, or a suite whose summary is in its own folder. */
export type Verified =
  | { readonly kind: "release"; readonly name: string }
  | { readonly kind: "suite"; readonly name: string };

export interface VerifyReleaseRequest extends Pick<NewReleaseRequest, "duplicates" | "debug"> {
  readonly of: Verified;
  /** the schema that the release was made with, if it is a file */
  readonly schema?: SchemaChoice;
  /** whether the runs' own numbers are taken as they are */
  readonly tablesOnly?: boolean;
  /** Called before each step. */
  readonly onStep?: (what: string, done: number, total: number) => void;
}

type Ports = ReleasePorts & {
  readonly metrics: FindMetric;
  /** Verifies runs of the same store on other threads, while this one verifies one run at a time. Absent: all in this one. */
  readonly verifiers?: {
    readonly concurrency: number;
    readonly verify: (suite: string, run: string) => Promise<Verification>;
  };
};

/**
 * Verifies each run of a release or suite, and computes leaderboard.json, a release's sealed-runs.json and HELM's files again with the release
 * builder's code. It writes nothing.
 * @throws UserError if there is no such release or summary, or its schema is not given
 */
export async function verifyRelease(ports: Ports, request: VerifyReleaseRequest): Promise<Verification> {
  const stored = await openStored(ports, request.of);
  if ("checked" in stored) return stored;
  for (const suite of stored.suites) await requireSuite(ports, request.of, suite);
  const ofRuns = await verifyRuns(ports, request, stored);
  if (ofRuns.difference !== undefined) return ofRuns;
  const found = await compareFiles(ports, request, stored);
  return {
    checked: ofRuns.checked + found.checked,
    ...(found.difference && { difference: found.difference }),
    notChecked: [
      ...ofRuns.notChecked,
      ...unratedOf(stored.leaderboard),
      ...[...stored.missing, ...found.missing].map((key) => `${key} is missing`),
    ],
  };
}

async function requireSuite({ objects }: Ports, { kind, name }: Verified, suite: string): Promise<void> {
  for await (const _ of objects.list(keys.runs(suite))) return;
  throw new UserError(
    `the ${kind} ${name} was made of the suite ${suite}, which is not here; if medhelm summarize --from made it, give the same --from`,
  );
}

interface Stored extends Pick<NewReleaseRequest, "publicOnly"> {
  keyOf(file: string): string;
  readonly suites: readonly string[];
  readonly profile: Profile;
  readonly builtMs: number;
  readonly leaderboard: Leaderboard | undefined;
  /** the uploaded schema of a release that was requested over the API */
  readonly schema?: SchemaChoice;
  readonly runs: readonly (KnownRun & { readonly isSealed: boolean })[];
  /** keys of absent files that name the runs */
  readonly missing: readonly string[];
}

/** Reads what the tables were made of. A damaged file is a result. */
async function openStored(ports: ReleasePorts, of: Verified): Promise<Stored | Verification> {
  let file = keys.releaseFile(of.name, "release.json");
  try {
    if (of.kind === "suite") {
      file = `${keys.runs(of.name)}leaderboard.json`;
      return await storedSuite(ports, of.name, await getJson(ports.objects, file, Leaderboard));
    }
    const { record, keyOf } = await openRelease(ports.objects, of.name);
    if (record === undefined)
      throw new UserError(
        `there is no release ${of.name} with a release.json; name a run, or a release that medhelm summarize made`,
      );
    file = keyOf("sealed-runs.json");
    const sealed = await getJson(ports.objects, file, SealedRuns);
    file = keyOf("leaderboard.json");
    const leaderboard = await getJson(ports.objects, file, Leaderboard);
    return {
      keyOf,
      suites: record.suites,
      profile: record.profile,
      builtMs: Date.parse(leaderboard?.date ?? record.createdAt),
      leaderboard,
      ...(await requested(ports, record)),
      runs: (sealed?.runs ?? []).map(({ suite, run, manifestSha256 }) => ({
        suite,
        run,
        seal: manifestSha256,
        isSealed: manifestSha256 !== undefined,
      })),
      missing: sealed === undefined ? [keyOf("sealed-runs.json")] : [],
    };
  } catch (error) {
    if (!(error instanceof UnreadableObject)) throw error;
    const because = error.message;
    return {
      checked: 0,
      difference: { file, key: "", stored: undefined, recomputed: undefined, because },
      notChecked: [],
    };
  }
}

/** Finds the schema and the suites of a release that was requested over the API. A later request of the same name says nothing about it. */
async function requested(
  { objects }: ReleasePorts,
  { release, request }: ReleaseRecord,
): Promise<Pick<Stored, "publicOnly" | "schema">> {
  const stored =
    request === undefined ? undefined : await getJson(objects, keys.releaseRequest(release), StoredRelease);
  if (stored === undefined || request === undefined || !isContentOf(stored, request)) return {};
  const isThere =
    stored.request.schema === undefined ||
    (await objects.head(keys.input(stored.owner, stored.request.schema.slice("input:".length)))) !== undefined;
  return {
    ...(stored.publicOnly === undefined ? {} : { publicOnly: stored.publicOnly }),
    ...(isThere ? { schema: await schemaOfRequest(objects, stored) } : {}),
  };
}

async function storedSuite(
  { objects }: ReleasePorts,
  suite: string,
  leaderboard: Leaderboard | undefined,
): Promise<Stored> {
  if (leaderboard === undefined)
    throw new UserError(`suite ${suite} has no summary; medhelm summarize --suite ${suite} makes it`);
  const runs = leaderboard.runs.map(async ({ run, contentSha256 }) => ({
    suite,
    run,
    seal: contentSha256,
    isSealed: (await objects.head(keys.manifest(suite, run))) !== undefined,
  }));
  return {
    keyOf: (file) => `${keys.runs(suite)}${file}`,
    suites: [suite],
    profile: leaderboard.profile,
    builtMs: Date.parse(leaderboard.date),
    leaderboard,
    runs: await Promise.all(runs),
    missing: [],
  };
}

/** A thread starts in the time in which one run is verified. */
const FEW_RUNS = 2;

async function verifyRuns(ports: Ports, request: VerifyReleaseRequest, stored: Stored): Promise<Verification> {
  const notChecked: string[] = [];
  let checked = 0;
  const runs = request.tablesOnly === true ? [] : stored.runs;
  const others = runs.length > FEW_RUNS ? ports.verifiers : undefined;
  let isBusy = false;
  const verifyOne = async (suite: string, run: string): Promise<Verification> => {
    if (others !== undefined && isBusy) return others.verify(suite, run);
    isBusy = true; // another thread for this run would load the program again
    return verifyRun(ports, suite, run).finally(() => (isBusy = false));
  };
  const all = streamBounded(runs, 1 + (others?.concurrency ?? 0), (run) => verifyIfThere(verifyOne, run));
  let done = 0;
  request.onStep?.(`runs of ${request.of.name}`, done, runs.length);
  for await (const one of all) {
    request.onStep?.(`runs of ${request.of.name}`, ++done, runs.length);
    checked += one.checked;
    notChecked.push(...one.notChecked);
    if (one.difference !== undefined) return { checked, difference: one.difference, notChecked };
  }
  return { checked, notChecked };
}

async function verifyIfThere(
  verify: (suite: string, run: string) => Promise<Verification>,
  { suite, run, isSealed }: Stored["runs"][number],
): Promise<Verification> {
  if (!isSealed) {
    const sentence = `${run} of suite ${suite} has no manifest, so that its own numbers are taken as they are`;
    return { checked: 0, notChecked: [sentence] };
  }
  try {
    return await verify(suite, run);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    if (error instanceof DamagedObject) {
      const difference = { file: keys.run(suite, run), key: "", stored: undefined, recomputed: undefined };
      return { checked: 0, difference: { ...difference, because: error.message }, notChecked: [] };
    }
    return { checked: 0, notChecked: [error.message] };
  }
}

/** Makes the files of a release or suite of the runs as they are now. `keep`: whose text is kept, by its path in the release. */
async function writeAgain(
  ports: ReleasePorts,
  request: VerifyReleaseRequest,
  { keyOf, suites, profile, builtMs, leaderboard, schema, publicOnly }: Stored,
  keep: (file: string) => boolean,
) {
  const { of } = request;
  const folder = keyOf("");
  const recording = recordingStore(ports.objects, (key) => key.startsWith(folder) && keep(key.slice(folder.length)));
  const outputPath = await outputPathOf(ports, keyOf);
  const rated = (leaderboard?.runs ?? []).flatMap((run) =>
    run.clinicians === undefined ? [] : [[clinicianKey(run), run.clinicians] as const],
  );
  const build: BuildRequest = {
    ...(of.kind === "release" ? { kind: of.kind, release: of.name, suites } : { kind: of.kind, suite: of.name }),
    profile,
    schema: request.schema ?? schema ?? schemaOf(leaderboard),
    ...(publicOnly === undefined ? {} : { publicOnly }),
    ...(request.duplicates && { duplicates: request.duplicates }),
    ...(request.debug && { debug: request.debug }),
    ...(outputPath === undefined ? {} : { outputPath }),
    ...(rated.length === 0 ? {} : { clinicians: new Map(rated) }),
  };
  const { readers: _readers, ...here } = ports; // other threads would write
  const again: ReleasePorts = {
    ...here,
    objects: recording.objects,
    clock: { ...ports.clock, nowMs: () => builtMs },
    onRead: (done, total) => request.onStep?.(`tables of ${of.name}`, done, total),
  };
  const { content } = await writeRelease(again, build, () => loadContent(again, build, suites), folder);
  const ofFiles = (found: ReadonlyMap<string, string>): Map<string, string> =>
    new Map(
      [...found].filter(([key]) => key.startsWith(folder)).map(([key, value]) => [key.slice(folder.length), value]),
    );
  return { content, sha256: ofFiles(recording.sha256), texts: ofFiles(recording.texts) };
}

/** The ratings are not in the tree, because a tree may be public and raters are people. */
const unratedOf = (leaderboard: Leaderboard | undefined): string[] =>
  leaderboard?.runs.some(({ clinicians }) => clinicians !== undefined) === true
    ? ["the means of clinicians are taken as they are, because their ratings are not stored"]
    : [];

function schemaOf(leaderboard: Leaderboard | undefined): SchemaChoice {
  const name = leaderboard?.schema ?? "schema_medhelm.yaml";
  if (name === "schema_medhelm.yaml") return { kind: "packaged" };
  if (name === "generated from the runs") return { kind: "auto" };
  throw new UserError(`the release was made with the schema ${name}; give that file with --schema-path`);
}

const RunPaths = z.array(z.object({ run_path: z.string() }));

/** HELM's files name the folder of the runs as the builder's user gave it. */
async function outputPathOf({ objects }: ReleasePorts, keyOf: Stored["keyOf"]): Promise<string | undefined> {
  try {
    const [first] = (await getJson(objects, keyOf("runs.json"), RunPaths)) ?? [];
    const at = first?.run_path.lastIndexOf("/runs/") ?? -1;
    return at < 0 ? undefined : first?.run_path.slice(0, at);
  } catch (error) {
    if (error instanceof UnreadableObject) return undefined; // compareFiles names it
    throw error;
  }
}

/** Undefined: the runs are those that the tables were made of. */
function outdatedBy(
  { kind, name }: Verified,
  { runs, leaderboard, missing, suites, profile }: Stored,
  content: ReleaseContent,
): string | undefined {
  if (missing.length > 0) return undefined;
  const sealOf = ({ manifest, manifestSha256 }: LoadedRun): string | undefined =>
    kind === "release" ? manifestSha256 : manifest?.contentSha256;
  const now = content.runs.map((run) => ({ suite: run.suite, run: run.folder, seal: sealOf(run) }));
  const changes = changedRuns({ runs, notices: leaderboard?.notices ?? [] }, now, content.leftOut);
  if (changes === undefined) return undefined;
  const corrected = profile === "helm" ? "" : ` --profile ${profile}`;
  return kind === "suite"
    ? `its runs changed after its summary: ${changes}; medhelm summarize --suite ${name}${corrected} makes the summary again`
    : `its runs changed after it was made: ${changes}; medhelm summarize --release NEW_NAME --suites ${suites.join(" ")}${corrected} makes a new one`;
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
  const { keyOf } = release;
  const missing: string[] = [];
  let checked = 0;
  const { content, sha256 } = await writeAgain(ports, request, release, () => false);
  for (const [file, expected] of [...sha256].toSorted(([a], [b]) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1))) {
    const key = keyOf(file);
    if ((await objects.head(key)) === undefined) {
      missing.push(key);
      continue;
    }
    checked++;
    const found = await storedSha256(objects, key);
    if (found === expected) continue;
    const outdated = outdatedBy(request.of, release, content);
    if (outdated !== undefined)
      return {
        checked,
        missing,
        difference: { file: key, key: "sha256", stored: found, recomputed: expected, outdated },
      };
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
