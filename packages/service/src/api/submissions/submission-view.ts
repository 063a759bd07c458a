import { z } from "@hono/zod-openapi";
import { keys } from "@medhelm/core/store/object-keys";
import { Quote } from "@medhelm/core/money/quote";
import { getJson, UnreadableObject } from "@medhelm/core/store/objects";
import type { Index, ObjectStore } from "@medhelm/core/ports";
import { PoolStanding } from "@medhelm/core/pools/pool-standing";
import { RunState, StoredSubmission } from "@medhelm/core/submission";
import { countStates, SUBMISSION_STATES, stateOfCounts } from "../../submissions/run-state.ts";
import { Counts } from "../../index/run-counts.ts";
import {
  readSomeStates,
  readStanding,
  readStates,
  shownCounts,
  type Standing as Found,
} from "../../index/run-states.ts";
import { readSubmissionRecord, type SubmissionLine } from "../../index/submission-record.ts";
import { unreadableReason } from "../../submissions/submission-run-state.ts";
import { isOwnOrAdmin } from "../access/access.ts";
import { toCursor } from "../lists/paging.ts";
import { firstThatFit } from "../guards/max-bytes.ts";
import type { ApiPorts, Principal } from "../ports.ts";
import { Refusal } from "../problem.ts";

export const SubmissionState = z.enum(SUBMISSION_STATES);
const Standing = z.object({ state: SubmissionState, counts: Counts });
export const SubmissionSummary = z
  .object({ id: z.string(), suite: z.string(), createdAt: z.string(), runCount: z.int() })
  .extend(Standing.shape)
  .meta({ id: "SubmissionSummary" });
export type SubmissionSummary = z.infer<typeof SubmissionSummary>;
const State = RunState.meta({ id: "RunState" });
export const RunLine = z.object({ run: z.string(), status: State });
export type RunLine = z.infer<typeof RunLine>;
export const SubmissionView = SubmissionSummary.extend({
  runs: z.array(
    RunLine.extend({ benchmark: z.string(), model: z.string(), modelDeployment: z.string(), description: z.string() }),
  ),
  pools: z
    .array(PoolStanding.meta({ id: "PoolStanding" }))
    .optional()
    .describe("the pools in which requests of these runs wait"),
  quote: Quote.meta({ id: "Quote" })
    .optional()
    .describe("the likely cost, estimated when the submission was made; absent in submissions older than quotes"),
  nextCursor: z.string().optional().describe("there are more runs: GET the submission with ?cursor="),
}).meta({ id: "Submission" });

/**
 * @throws Refusal 404 if there is no such submission, or if it belongs to another owner; 500 for its owner if its object cannot be read
 */
export async function readSubmission(
  { objects, index }: { readonly objects: ObjectStore; readonly index: Index },
  principal: Principal,
  id: string,
): Promise<StoredSubmission> {
  const found = await getJson(objects, keys.submission(id), StoredSubmission).catch(async (error: unknown) => {
    if (!(error instanceof UnreadableObject)) throw error;
    const known = await readSubmissionRecord(index, id);
    if (known === undefined) throw error;
    if (isOwnOrAdmin(principal, known.record.owner)) throw new Refusal("unreadable", unreadableReason(error));
    return undefined;
  });
  if (found === undefined || !isOwnOrAdmin(principal, found.owner))
    throw new Refusal("not-found", `There is no submission ${id}; medhelm submissions list shows those of your owner.`);
  return found;
}

/** The states of some runs of a submission, from position `from`, and the counts of all its runs. */
export interface SeenRuns {
  readonly from: number;
  readonly states: readonly RunState[];
  readonly counts: Counts;
  /** The pools in which requests of these runs wait. */
  readonly pools?: readonly PoolStanding[];
}

/** The most runs whose states are read for one answer; about as many fit into it. */
const MAX_RUNS = 10_000;

export const queuedRuns = ({ runs }: StoredSubmission): SeenRuns => ({
  from: 0,
  states: runs.slice(0, MAX_RUNS).map(() => ({ state: "queued" })),
  counts: runs.length === 0 ? {} : { queued: runs.length },
});

/**
 * Reads the states of a page of runs from the index. A run is queued until a record says otherwise, also if the index has no record of the
 * submission yet.
 */
export async function statesOf(
  { index, pools }: Pick<ApiPorts, "index" | "pools">,
  submission: StoredSubmission,
  from = 0,
): Promise<SeenRuns> {
  const found = await readSomeStates(index, submission.id, from, MAX_RUNS);
  if (found === undefined) return queuedRuns(submission);
  const { states, record } = found;
  const isWhole = states.length === record.runs;
  const counts = isWhole ? countStates(states) : await countsOf(index, found);
  return { from, counts, states, ...(await pools?.(submission, states, from)) };
}

/** The counts of a submission's runs. Only a submission of an earlier version needs another read. */
async function countsOf(index: Index, { id, record, counts }: Found): Promise<Counts> {
  if (counts !== undefined) return shownCounts(record, counts);
  return countStates((await readStates(index, id))?.states ?? []);
}

/** The line of a list. An ended submission needs no further request; an open one needs a query of its counts. */
export async function lineOf(index: Index, id: string, line: SubmissionLine): Promise<SubmissionSummary> {
  const { suite, createdAt, runs: runCount, ended } = line;
  const head = { id, suite, createdAt, runCount };
  if (ended !== undefined) return { ...head, state: ended.state, counts: ended.counts };
  const found = await readStanding(index, id);
  const counts = found === undefined ? {} : await countsOf(index, found);
  return { ...head, state: stateOfCounts(counts), counts };
}

/** The answer of POST and GET: the seen runs, as many as fit into an answer. */
export function view(submission: StoredSubmission, { from, states, counts, pools = [] }: SeenRuns) {
  const lines = states.flatMap((status, i) => {
    const planned = submission.runs[from + i];
    if (planned === undefined) return [];
    const { run, benchmark, model, modelDeployment, description } = planned;
    return [{ run, benchmark, model, modelDeployment, description, status }];
  });
  const runs = firstThatFit(lines);
  const next = from + runs.length;
  return {
    id: submission.id,
    suite: submission.request.suite,
    createdAt: submission.createdAt,
    runCount: submission.runs.length,
    state: stateOfCounts(counts),
    counts,
    ...(submission.quote === undefined ? {} : { quote: submission.quote }),
    ...(pools.length === 0 ? {} : { pools: [...pools] }),
    runs,
    ...(next < submission.runs.length ? { nextCursor: toCursor(String(next)) } : {}),
  };
}
