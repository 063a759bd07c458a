import { readElements } from "@medhelm/core/helm/read-elements";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import { Progress, RunFailure } from "@medhelm/core/run/progress";
import type { RunState } from "@medhelm/core/submission";
import { z } from "zod";

/** All that a state needs of the manifest. */
const Seal = z.object({ contentSha256: z.string() });
/** All that a state needs of the assembly. */
const Coverage = z.object({ coverage: z.object({ requests: z.int() }) });

/**
 * Where a run's folder stands, derived from the objects that are there and stored nowhere: two sources would come to
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

/** The state that a progress.json tells of. */
export function fromProgress({ state, done, total, deployment }: Progress): RunState {
  if (state === "awaiting" && deployment !== undefined) return { state, deployment };
  return { state: state === "judging" ? "judged" : "running", done, total };
}

/** Where the progress is gone. The states are counted one by one, as they may be larger than memory, and only where the assembly is gone, too. */
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
const ENDS: readonly StateName[] = ["sealed", "failed", "cancelled"];
const isEnd = ({ state }: { readonly state: StateName }): boolean => ENDS.includes(state);
/** Nothing more happens to such a run by itself. */
export const isFinal = (run: RunState): run is EndedState => isEnd(run);

/** How many runs are in which state; states that no run is in are left out. */
export function countStates(states: readonly { readonly state: StateName }[]): Partial<Record<StateName, number>> {
  const counts: Partial<Record<StateName, number>> = {};
  for (const { state } of states) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}

export const SUBMISSION_STATES = ["queued", "running", "sealed", "failed", "cancelled"] as const;
export type SubmissionState = (typeof SUBMISSION_STATES)[number];

/** One word for all runs: failed and cancelled only once nothing is under way any more; one failure outweighs the rest. */
export function submissionState(states: readonly { readonly state: StateName }[]): SubmissionState {
  if (states.every(isEnd)) {
    if (states.some(({ state }) => state === "failed")) return "failed";
    return states.some(({ state }) => state === "cancelled") ? "cancelled" : "sealed";
  }
  return states.every(({ state }) => state === "queued") ? "queued" : "running";
}
