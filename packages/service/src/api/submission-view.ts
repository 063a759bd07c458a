import { z } from "@hono/zod-openapi";
import { keys } from "@medhelm/core/store/object-keys";
import { Quote } from "@medhelm/core/money/quote";
import { getJson } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import { RunState, StoredSubmission } from "@medhelm/core/submission";
import { countStates, type StateName, SUBMISSION_STATES, submissionState } from "../submissions/run-state.ts";
import { submissionIds } from "../sweep/open-submissions.ts";
import { isOwnOrAdmin } from "./access.ts";
import { jsonNames, toCursor } from "./paging.ts";
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

export function summary(
  { id, request, createdAt, runs }: StoredSubmission,
  states: readonly { readonly state: StateName }[],
) {
  return {
    id,
    suite: request.suite,
    createdAt,
    runCount: runs.length,
    state: submissionState(states),
    counts: countStates(states),
  };
}

/** The answer of POST and GET: runs from index `from`, as many as fit into an answer. */
export function view(submission: StoredSubmission, states: readonly RunState[], from = 0) {
  const lines = submission.runs.flatMap(({ run, benchmark, model, modelDeployment, description }, i) => {
    const status = states[i];
    return status === undefined ? [] : [{ run, benchmark, model, modelDeployment, description, status }];
  });
  const runs = firstThatFit(lines.slice(from));
  const next = from + runs.length;
  return {
    ...summary(submission, states),
    ...(submission.quote === undefined ? {} : { quote: submission.quote }),
    runs,
    ...(next < lines.length ? { nextCursor: toCursor(String(next)) } : {}),
  };
}

/** Lists submission ids after `after`, newest first: the owner's, or for an administrator all. */
export function submissionIdsOf(
  objects: ObjectStore,
  principal: Principal,
  after?: string,
): AsyncGenerator<string, undefined> {
  return principal.scopes.has("admin") ? submissionIds(objects, after) : ownIds(objects, principal.owner, after);
}

const ownIds = (objects: ObjectStore, owner: string, after?: string): AsyncGenerator<string, undefined> =>
  jsonNames(objects, keys.ownSubmissions(owner), after === undefined ? undefined : keys.ownSubmission(owner, after));

/** Reads stored submissions, newest first: the owner's, or all if `owner` is undefined. */
export async function* storedSubmissions(
  objects: ObjectStore,
  owner: string | undefined,
): AsyncGenerator<StoredSubmission, undefined> {
  for await (const id of owner === undefined ? submissionIds(objects) : ownIds(objects, owner)) {
    const submission = await getJson(objects, keys.submission(id), StoredSubmission);
    if (submission !== undefined) yield submission;
  }
}
