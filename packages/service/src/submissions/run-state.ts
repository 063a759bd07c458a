import { hasObjects } from "@medhelm/core/store/has-objects";
import { lastTerm } from "@medhelm/core/jobs/lease";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson, orDamaged } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import { Manifest } from "@medhelm/core/release/runs/manifest";
import { Assembly } from "@medhelm/core/run/assembly";
import { Identity } from "@medhelm/core/run/identity";
import { Progress, RunFailure } from "@medhelm/core/run/progress";
import type { RunState } from "@medhelm/core/submission";
import { z } from "zod";
import { type Assembled, findAssembled } from "../work/assembly/assembled.ts";
import { hasAllFiles } from "../work/assembly/attempt-files.ts";
import { storedIdentity } from "../work/identity/stored-identity.ts";

/** The fields of the manifest that a state needs. */
const Seal = Manifest.pick({ formatVersion: true, contentSha256: true, generation: true }).partial({
  formatVersion: true,
  generation: true,
});
type Seal = z.infer<typeof Seal>;
/** The field of the assembly that a state needs. */
const Coverage = z.object({
  formatVersion: Assembly.shape.formatVersion.optional(),
  coverage: z.object({ requests: z.int() }),
});
/** The fields of the identity that a state needs. */
const Attempt = Identity.pick({ formatVersion: true, generation: true, folder: true });
type Attempt = z.infer<typeof Attempt>;

/** The records of a run that a worker may have completed. */
interface Completed {
  readonly seal: Seal | undefined;
  readonly attempt: Attempt | undefined;
  readonly generation?: number | undefined;
}

const storedSeal = (objects: ObjectStore, suite: string, run: string): Promise<Seal | undefined> =>
  getJson(objects, keys.manifest(suite, run), Seal);

/**
 * Derives the state of a run from its objects. The state is stored nowhere, because two sources would disagree. A seal of
 * an older generation than the identity's does not count: a worker has reopened the run. For one submission's view of the
 * run (cancelled, queued behind another) see submission-run-state.ts.
 */
export async function runState(objects: ObjectStore, suite: string, run: string): Promise<RunState> {
  const [seal, attempt] = await Promise.all([
    storedSeal(objects, suite, run),
    getJson(objects, keys.identity(suite, run), Attempt),
  ]);
  const completed = await completedState(objects, suite, run, { seal, attempt });
  if (completed !== undefined) return completed;
  const progress = await getJson(objects, keys.progress(suite, run), Progress).catch(orDamaged);
  return progress === undefined ? { state: "queued" } : fromProgress(progress);
}

/**
 * As `runState`, for a run whose worker has completed `generation`. Undefined: files of its attempt are missing or damaged, and the next
 * worker writes them again from the stored answers.
 */
export async function stateAfterWorker(
  objects: ObjectStore,
  suite: string,
  run: string,
  generation: number | undefined,
): Promise<RunState | undefined> {
  const [seal, { identity: attempt, isDamaged }] = await Promise.all([
    storedSeal(objects, suite, run),
    storedIdentity(objects, suite, run),
  ]);
  if (isDamaged) return undefined;
  const state = await completedState(objects, suite, run, { seal, attempt, generation });
  if (state === undefined || isFinal(state) || attempt === undefined) return state;
  return (await hasAllFiles(objects, suite, run, attempt)) ? state : undefined;
}

/** The state of a run with this failure. */
export const failedState = ({
  reason,
  code,
}: Pick<RunFailure, "reason" | "code">): RunState & { readonly state: "failed" } => ({
  state: "failed",
  reason,
  ...(code === undefined ? {} : { code }),
});

/** Reads the run's failure. A failure of an earlier term does not count: a later worker has taken the run over. */
async function currentFailure(objects: ObjectStore, suite: string, run: string): Promise<RunFailure | undefined> {
  const failure = await getJson(objects, keys.failed(suite, run), RunFailure).catch(orDamaged);
  if (failure?.term === undefined) return failure;
  return failure.term < (await lastTerm(objects, keys.lease(suite, run))).term ? undefined : failure;
}

/**
 * The state of a run that has failed, is sealed, or has a complete attempt. A seal of an earlier generation than the identity's does not count,
 * or than `generation` if the identity is lost. (A withdrawn run starts with the first generation again.) A damaged
 * object of the run's scratch counts as none, because the next worker writes it again.
 */
async function completedState(
  objects: ObjectStore,
  suite: string,
  run: string,
  { seal, attempt, generation = 0 }: Completed,
): Promise<RunState | undefined> {
  const wanted = attempt?.generation ?? generation;
  if (seal !== undefined && (seal.generation ?? Number.POSITIVE_INFINITY) >= wanted)
    return { state: "sealed", contentSha256: seal.contentSha256 };
  const failure = await currentFailure(objects, suite, run);
  if (failure !== undefined) return failedState(failure);
  const assembled = await findAssembled(objects, suite, run, attempt).catch(orDamaged);
  if (assembled === undefined) return undefined;
  if (await isScored(objects, suite, run, assembled)) return { state: "scored" };
  const [progress, assembly] = await Promise.all([
    getJson(objects, keys.progress(suite, run), Progress).catch(orDamaged),
    getJson(objects, assembled.keyOf("assembly.json"), Coverage).catch(orDamaged),
  ]);
  const total = progress?.total ?? assembly?.coverage.requests ?? 0;
  return { state: "judged", done: total, total };
}

/** Whether an aggregator has written its first file. */
async function isScored(objects: ObjectStore, suite: string, run: string, { folder }: Assembled): Promise<boolean> {
  if (folder === undefined) return false;
  return hasObjects(objects, `${keys.generation(suite, run, folder)}derived-`);
}

/** Returns the state that progress.json describes. */
export function fromProgress({ state, done, total, deployment, pool, failures }: Progress): RunState {
  if (state === "awaiting" && deployment !== undefined)
    return { state, deployment, ...(pool === undefined ? {} : { pool }) };
  const counted = failures === undefined ? {} : { failures };
  return { state: state === "judging" ? "judged" : "running", done, total, ...counted };
}

export type StateName = RunState["state"];
export const STATE_NAMES = [
  "queued",
  "running",
  "awaiting",
  "judged",
  "scored",
  "sealed",
  "failed",
  "cancelled",
] as const satisfies readonly StateName[];

export type EndedState = Extract<RunState, { readonly state: "sealed" | "failed" | "cancelled" }>;
/** How a run or a submission may end. */
export const ENDS = ["sealed", "failed", "cancelled"] as const;
const isEnd = ({ state }: { readonly state: StateName }): boolean => ENDS.some((end) => end === state);
/** Such a run does not change any more unless a user acts. */
export const isFinal = (run: RunState): run is EndedState => isEnd(run);

/** Counts the runs in each state; it omits states without runs. */
export function countStates<S extends StateName>(states: readonly { readonly state: S }[]): { [state in S]?: number } {
  const counts: { [state in S]?: number } = {};
  for (const { state } of states) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}

export const SUBMISSION_STATES = ["queued", "running", ...ENDS] as const;
export type SubmissionState = (typeof SUBMISSION_STATES)[number];

/**
 * One state for all runs. It is failed or cancelled only when no run is active any more, and one failure outweighs the
 * other results.
 */
export function submissionState(states: readonly { readonly state: StateName }[]): SubmissionState {
  if (states.every(isEnd)) return submissionEnd(states);
  return states.every(({ state }) => state === "queued") ? "queued" : "running";
}

/** The state of a submission with these counts of its runs. */
export const stateOfCounts = (counts: { readonly [state in StateName]?: number }): SubmissionState =>
  submissionState(STATE_NAMES.filter((state) => counts[state] !== undefined).map((state) => ({ state })));

/** The state of a submission whose runs have all ended. */
export function submissionEnd(states: readonly { readonly state: StateName }[]): EndedState["state"] {
  if (states.some(({ state }) => state === "failed")) return "failed";
  return states.some(({ state }) => state === "cancelled") ? "cancelled" : "sealed";
}
