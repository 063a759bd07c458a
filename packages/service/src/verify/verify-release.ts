import type { Leaderboard } from "@medhelm/core/release/leaderboard/leaderboard";
import type { LoadedRun } from "@medhelm/core/release/runs/loaded-run";
import type { FindMetric } from "@medhelm/core/metrics/metric";
import { keys } from "@medhelm/core/store/object-keys";
import { DamagedObject, storedSha256 } from "@medhelm/core/store/objects";
import { UserError } from "@medhelm/core/user-error";
import { streamBounded } from "../concurrency/map-bounded.ts";
import type { ReleasePorts } from "../release/ports.ts";
import type { ReleaseContent } from "../release/release-content.ts";
import { changedRuns } from "./changed-runs.ts";
import { fileDifference } from "./first-difference.ts";
import type { Difference, Verification } from "./verification.ts";
import { openStored, type Stored, type Verified } from "./stored-release.ts";
import { verifyRun } from "./verify-run.ts";
import { writeAgain, type WriteAgainRequest } from "./write-again.ts";

export interface VerifyReleaseRequest extends WriteAgainRequest {
  /** whether the runs' own numbers are taken as they are */
  readonly tablesOnly?: boolean;
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

/** The ratings are not in the tree, because a tree may be public and raters are people. */
const unratedOf = (leaderboard: Leaderboard | undefined): string[] =>
  leaderboard?.runs.some(({ clinicians }) => clinicians !== undefined) === true
    ? ["the means of clinicians are taken as they are, because their ratings are not stored"]
    : [];

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
