import { readElements } from "@medhelm/core/helm/read-elements";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import { Manifest } from "@medhelm/core/release/manifest";
import { Assembly } from "@medhelm/core/run/assembly";
import { Progress, RunFailure } from "@medhelm/core/run/progress";
import type { RunState } from "@medhelm/core/submission";
import { z } from "zod";

/** The field of the manifest that a state needs. */
const Seal = Manifest.pick({ formatVersion: true, contentSha256: true }).partial({ formatVersion: true });
/** The field of the assembly that a state needs. */
const Coverage = z.object({
  formatVersion: Assembly.shape.formatVersion.optional(),
  coverage: z.object({ requests: z.int() }),
});

/**
 * Derives the state of a run's folder from its objects. The state is stored nowhere, because two sources would
 * disagree. For one submission's view of the run (cancelled, queued behind another) see submission-run-state.ts.
 */
export async function runState(objects: ObjectStore, suite: string, run: string): Promise<RunState> {
  const seal = await getJson(objects, keys.manifest(suite, run), Seal);
  if (seal !== undefined) return { state: "sealed", contentSha256: seal.contentSha256 };
  const failure = await getJson(objects, keys.failed(suite, run), RunFailure);
  return failure === undefined ? openRunState(objects, suite, run) : { state: "failed", reason: failure.reason };
}

async function openRunState(objects: ObjectStore, suite: string, run: string): Promise<RunState> {
  const file = (name: string) => keys.runFile(suite, run, name);
  const [stats, scenarioState, progress] = await Promise.all([
    objects.head(file("stats.json")),
    objects.head(file("scenario_state.json")),
    getJson(objects, keys.progress(suite, run), Progress),
  ]);
  if (scenarioState !== undefined) {
    if (stats !== undefined) return { state: "scored" };
    const total = progress?.total ?? (await countRequests(objects, suite, run));
    return { state: "judged", done: total, total };
  }
  return progress === undefined ? { state: "queued" } : fromProgress(progress);
}

/** Returns the state that progress.json describes. */
export function fromProgress({ state, done, total, deployment }: Progress): RunState {
  if (state === "awaiting" && deployment !== undefined) return { state, deployment };
  return { state: state === "judging" ? "judged" : "running", done, total };
}

/**
 * Counts a run's requests if its progress is gone. If the assembly is gone too, it counts the states one by one, as
 * they may be larger than memory.
 */
async function countRequests(objects: ObjectStore, suite: string, run: string): Promise<number> {
  const assembly = await getJson(objects, keys.assembly(suite, run), Coverage);
  if (assembly !== undefined) return assembly.coverage.requests;
  const states = objects.stream(keys.runFile(suite, run, "scenario_state.json"));
  let requests = 0;
  for await (const _ of readElements(states, "request_states")) requests++;
  return requests;
}

export type StateName = RunState["state"];

export type EndedState = Extract<RunState, { readonly state: "sealed" | "failed" | "cancelled" }>;
/** How a run or a submission may end. */
export const ENDS = ["sealed", "failed", "cancelled"] as const;
const isEnd = ({ state }: { readonly state: StateName }): boolean => ENDS.some((end) => end === state);
/** Such a run does not change any more unless a user acts. */
export const isFinal = (run: RunState): run is EndedState => isEnd(run);

/** Counts the runs in each state; it omits states without runs. */
export function countStates(states: readonly { readonly state: StateName }[]): Partial<Record<StateName, number>> {
  const counts: Partial<Record<StateName, number>> = {};
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
  if (states.every(isEnd)) {
    if (states.some(({ state }) => state === "failed")) return "failed";
    return states.some(({ state }) => state === "cancelled") ? "cancelled" : "sealed";
  }
  return states.every(({ state }) => state === "queued") ? "queued" : "running";
}
