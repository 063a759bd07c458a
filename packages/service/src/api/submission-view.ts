import { z } from "@hono/zod-openapi";
import { keys } from "@medhelm/core/store/object-keys";
import { Quote } from "@medhelm/core/money/quote";
import { getJson } from "@medhelm/core/store/objects";
import type { Index, ObjectStore } from "@medhelm/core/ports";
import { RunState, StoredSubmission } from "@medhelm/core/submission";
import { countStates, type StateName, SUBMISSION_STATES, submissionState } from "../submissions/run-state.ts";
import { readStates } from "../index/run-states.ts";
import type { SubmissionLine } from "../index/submission-record.ts";
import { isOwnOrAdmin } from "./access.ts";
import { toCursor } from "./paging.ts";
import { firstThatFit } from "./max-bytes.ts";
import type { Principal } from "./ports.ts";
import { Refusal } from "./problem.ts";

export const SubmissionState = z.enum(SUBMISSION_STATES);
const Standing = z.object({
  state: SubmissionState,
  counts: z.partialRecord(
    z.enum(["queued", "running", "awaiting", "judged", "scored", "sealed", "failed", "cancelled"]),
    z.int(),
  ),
});
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
  quote: Quote.meta({ id: "Quote" })
    .optional()
    .describe("the likely cost, estimated when the submission was made; absent in submissions older than quotes"),
  nextCursor: z.string().optional().describe("there are more runs: GET the submission with ?cursor="),
}).meta({ id: "Submission" });

/** @throws Refusal 404 if there is no such submission, or if it belongs to another owner */
export async function readSubmission(
  objects: ObjectStore,
  principal: Principal,
  id: string,
): Promise<StoredSubmission> {
  const found = await getJson(objects, keys.submission(id), StoredSubmission);
  if (found === undefined || !isOwnOrAdmin(principal, found.owner))
    throw new Refusal("not-found", `There is no submission ${id}.`);
  return found;
}

export const queuedRuns = ({ runs }: StoredSubmission): readonly RunState[] => runs.map(() => ({ state: "queued" }));

/**
 * Reads the state of each run from the index. A run is queued until a record says otherwise, also if the index has no record of the
 * submission yet.
 */
export async function statesOf(index: Index, submission: StoredSubmission): Promise<readonly RunState[]> {
  return (await readStates(index, submission.id))?.states ?? queuedRuns(submission);
}

/** The line of a list. An ended submission needs no further request; the runs of an open one need a query. */
export async function lineOf(index: Index, id: string, line: SubmissionLine): Promise<SubmissionSummary> {
  const { suite, createdAt, runs: runCount, ended } = line;
  const head = { id, suite, createdAt, runCount };
  if (ended !== undefined) return { ...head, state: ended.state, counts: ended.counts };
  return { ...head, ...standing((await readStates(index, id))?.states ?? []) };
}

const standing = (states: readonly { readonly state: StateName }[]): z.infer<typeof Standing> => ({
  state: submissionState(states),
  counts: countStates(states),
});

/** The answer of POST and GET: runs from index `from`, as many as fit into an answer. */
export function view(submission: StoredSubmission, states: readonly RunState[], from = 0) {
  const lines = submission.runs.flatMap(({ run, benchmark, model, modelDeployment, description }, i) => {
    const status = states[i];
    return status === undefined ? [] : [{ run, benchmark, model, modelDeployment, description, status }];
  });
  const runs = firstThatFit(lines.slice(from));
  const next = from + runs.length;
  return {
    id: submission.id,
    suite: submission.request.suite,
    createdAt: submission.createdAt,
    runCount: submission.runs.length,
    ...standing(states),
    ...(submission.quote === undefined ? {} : { quote: submission.quote }),
    runs,
    ...(next < lines.length ? { nextCursor: toCursor(String(next)) } : {}),
  };
}
