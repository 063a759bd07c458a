import { createRoute, z } from "@hono/zod-openapi";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson, putJson } from "@medhelm/core/store/objects";
import { FolderName, type SubmissionCancel, SubmissionRequest, StoredSubmission } from "@medhelm/core/submission";
import { mapBounded } from "../../concurrency/map-bounded.ts";
import { roughStates, submissionStates } from "../../submissions/submission-states.ts";
import { isOwnOrAdmin } from "../access.ts";
import type { Api } from "../app.ts";
import { about } from "../audit.ts";
import { fromCursor, fromNumberCursor, Paging, toCursor } from "../cursor.ts";
import { jsonBody, requires } from "../guards.ts";
import { MAX_BYTES } from "../max-bytes.ts";
import type { ApiPorts } from "../ports.ts";
import { on, onAny, onOne } from "../problem.ts";
import {
  readSubmission,
  submissionIdsOf,
  SubmissionState,
  SubmissionSummary,
  SubmissionView,
  summary,
  view,
} from "../submission-view.ts";
import { queue, submit } from "../submit.ts";

/** Submissions looked at for one page: a filter that matches little then gives a short page with a cursor, not a slow one. */
const MAX_SCANNED = 200;
/** Of these so many at once: one of 1,480 runs is some ten requests and 700 kB. */
const READ_AT_ONCE = 10;

const security = [{ bearer: [] }];
const json = <T extends z.ZodType>(schema: T) => ({ "application/json": { schema } });
export const SubmissionId = z.object({ id: z.string().regex(/^[0-9a-f-]{1,64}$/, "not a submission id") });

const create = createRoute({
  method: "post",
  path: "/v1/submissions",
  tags: ["submissions"],
  summary: "Ask for runs",
  description: "The same Idempotency-Key with the same body is the same submission, however often it is sent.",
  security,
  middleware: [requires("submit"), ...jsonBody(MAX_BYTES)],
  request: {
    headers: z.object({ "idempotency-key": z.string().min(1).max(200).optional() }),
    body: { required: true, content: json(SubmissionRequest.meta({ id: "SubmissionRequest" })) },
  },
  responses: {
    202: { description: "Stored and queued. Location: the submission.", content: json(SubmissionView) },
    400: on[400],
    401: on[401],
    403: on[403],
    409: { ...on[409], description: "The Idempotency-Key was used with another body." },
    413: on[413],
    415: on[415],
    422: on[422],
    429: on[429],
  },
});

const list = createRoute({
  method: "get",
  path: "/v1/submissions",
  tags: ["submissions"],
  summary: "Your submissions, newest first",
  description:
    "A page may be short, even empty, and still have a nextCursor: go on until there is none. A run that a worker is at counts as running here; GET the submission to see which of these are awaiting or judged.",
  security,
  request: { query: z.strictObject({ ...Paging, suite: FolderName.optional(), state: SubmissionState.optional() }) },
  responses: {
    200: {
      description: "One page.",
      content: json(z.object({ submissions: z.array(SubmissionSummary), nextCursor: z.string().optional() })),
    },
    ...onAny,
  },
});

const show = createRoute({
  method: "get",
  path: "/v1/submissions/{id}",
  tags: ["submissions"],
  summary: "A submission, and where each of its runs stands",
  description: "Of very many runs as many as fit into 4 MB, and a nextCursor.",
  security,
  request: { params: SubmissionId, query: z.strictObject({ cursor: Paging.cursor }) },
  responses: {
    200: { description: "The submission.", content: json(SubmissionView) },
    ...onOne,
  },
});

const cancel = createRoute({
  method: "post",
  path: "/v1/submissions/{id}/cancel",
  tags: ["submissions"],
  summary: "Stop what is not finished",
  description: "Safe to repeat. Runs that are sealed stay; answers that were paid for are kept.",
  security,
  middleware: [requires("submit")],
  request: { params: SubmissionId },
  responses: {
    202: { description: "No further run starts, and running ones stop.", content: json(SubmissionView) },
    ...onOne,
  },
});

export function submissions(app: Api, ports: ApiPorts): void {
  const { objects, clock } = ports;
  app.openapi(create, async (c) => {
    const key = c.req.valid("header")["idempotency-key"];
    const request = c.req.valid("json");
    about(c, { suite: request.suite });
    const { submission, isNew } = await submit(ports, c.get("principal"), request, key);
    about(c, { submission: submission.id });
    c.header("Location", `/v1/submissions/${submission.id}`);
    const states = isNew
      ? submission.runs.map(() => ({ state: "queued" as const }))
      : await submissionStates(objects, submission);
    return c.json(view(submission, states), 202);
  });

  app.openapi(list, async (c) => {
    const { cursor, limit, suite, state } = c.req.valid("query");
    const found: z.infer<typeof SubmissionSummary>[] = [];
    /** Undefined where the filter leaves it out, or nothing was stored under the id. */
    const lineOf = async (id: string) => {
      const submission = await getJson(objects, keys.submission(id), StoredSubmission);
      if (submission === undefined || !isOwnOrAdmin(c.get("principal"), submission.owner)) return undefined;
      if (suite !== undefined && submission.request.suite !== suite) return undefined;
      const line = summary(submission, await roughStates(objects, submission));
      return state === undefined || line.state === state ? line : undefined;
    };
    const after = cursor === undefined ? undefined : fromCursor(cursor);
    const atOnce = Math.min(READ_AT_ONCE, limit);
    let last = "";
    let scanned = 0;
    for await (const ids of inPieces(submissionIdsOf(objects, c.get("principal"), after), atOnce)) {
      if (scanned >= MAX_SCANNED) return c.json({ submissions: found, nextCursor: toCursor(last) }, 200);
      const lines = await mapBounded(ids, atOnce, lineOf);
      for (const [i, id] of ids.entries()) {
        if (found.length === limit) return c.json({ submissions: found, nextCursor: toCursor(last) }, 200);
        const line = lines[i];
        if (line !== undefined) found.push(line);
        last = id;
      }
      scanned += ids.length;
    }
    return c.json({ submissions: found }, 200);
  });

  app.openapi(show, async (c) => {
    const submission = await readSubmission(objects, c.get("principal"), c.req.valid("param").id);
    const { cursor } = c.req.valid("query");
    const states = await submissionStates(objects, submission);
    return c.json(view(submission, states, cursor === undefined ? 0 : fromNumberCursor(cursor)), 200);
  });

  app.openapi(cancel, async (c) => {
    const { id } = c.req.valid("param");
    about(c, { submission: id });
    const submission = await readSubmission(objects, c.get("principal"), id);
    const record: SubmissionCancel = { formatVersion: 1, cancelledAt: new Date(clock.nowMs()).toISOString() };
    await putJson(objects, keys.submissionCancel(submission.id), record, { ifAbsent: true });
    await queue(ports, submission); // the dispatcher stops the jobs
    return c.json(view(submission, await submissionStates(objects, submission)), 202);
  });
}

async function* inPieces<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[], undefined> {
  let piece: T[] = [];
  for await (const item of items) {
    piece.push(item);
    if (piece.length < size) continue;
    yield piece;
    piece = [];
  }
  if (piece.length > 0) yield piece;
  return undefined;
}
