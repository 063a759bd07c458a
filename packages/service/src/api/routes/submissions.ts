import { z } from "@hono/zod-openapi";
import { indexKeys } from "@medhelm/core/store/index-keys";
import { FolderName, SubmissionRequest } from "@medhelm/core/submission";
import { itemsOf, parseItem } from "../../index/items.ts";
import { submissionsOfSuite } from "../../index/suites.ts";
import { SubmissionLine } from "../../index/submission-record.ts";
import { storeCancellation } from "../../submissions/cancellation.ts";
import { isOwnOrAdmin } from "../access/access.ts";
import type { Api } from "../app.ts";
import { about } from "../audit/audit.ts";
import { damagedLines, isDamaged, lineOrDamage, splitDamaged } from "../lists/damaged-lines.ts";
import { fromCursor, fromNumberCursor, pageResponses, Paging, readPage, SHORT_PAGES } from "../lists/paging.ts";
import { MAX_BYTES } from "../guards/max-bytes.ts";
import type { ApiPorts } from "../ports.ts";
import { on } from "../problem.ts";
import {
  lineOf,
  queuedRuns,
  readSubmission,
  statesOf,
  SubmissionState,
  SubmissionSummary,
  SubmissionView,
  view,
} from "../submissions/submission-view.ts";
import { queue, submit } from "../submissions/submit.ts";
import { json, securedRoute } from "../secured-route.ts";

/** Submissions that are read for one page: a filter with few matches then returns a short page with a cursor, not a slow answer. */
const MAX_SCANNED = 200;
/** Concurrent queries of the counts of open submissions. */
const READ_AT_ONCE = 10;

export const SubmissionId = z.object({ id: z.string().regex(/^[0-9a-f-]{1,64}$/, "must be the id of a submission") });

const create = securedRoute({
  method: "post",
  path: "/v1/submissions",
  tags: ["submissions"],
  summary: "Submit runs",
  description: "Repeating an Idempotency-Key with the same body returns the same submission.",
  scope: "submit",
  maxBodyBytes: MAX_BYTES,
  named: { suite: "suite" },
  request: {
    headers: z.object({ "idempotency-key": z.string().min(1).max(200).optional() }),
    body: { required: true, content: json(SubmissionRequest.meta({ id: "SubmissionRequest" })) },
  },
  responses: {
    202: { description: "Stored and queued. Location: the submission.", content: json(SubmissionView) },
    409: { ...on[409], description: "The Idempotency-Key was used with another body." },
    422: on[422],
  },
});

const list = securedRoute({
  method: "get",
  path: "/v1/submissions",
  tags: ["submissions"],
  summary: "List your submissions, newest first",
  description: SHORT_PAGES,
  request: { query: z.strictObject({ ...Paging, suite: FolderName.optional(), state: SubmissionState.optional() }) },
  responses: pageResponses({
    submissions: z.array(SubmissionSummary),
    ...damagedLines("Submissions whose items in the index cannot be read"),
  }),
});

const show = securedRoute({
  method: "get",
  path: "/v1/submissions/{id}",
  tags: ["submissions"],
  summary: "Show a submission and the state of each run",
  description: "A very large submission is paged: as many runs as fit into 4 MB, and a nextCursor.",
  request: { params: SubmissionId, query: z.strictObject({ cursor: Paging.cursor }) },
  responses: {
    200: { description: "The submission.", content: json(SubmissionView) },
  },
});

const cancel = securedRoute({
  method: "post",
  path: "/v1/submissions/{id}/cancel",
  tags: ["submissions"],
  summary: "Cancel the runs that are not finished",
  description: "Safe to repeat. Sealed runs and paid answers are kept.",
  scope: "submit",
  request: { params: SubmissionId },
  responses: {
    202: { description: "No further run starts, and running ones stop.", content: json(SubmissionView) },
  },
});

export function submissions(app: Api, ports: ApiPorts): void {
  const { index } = ports;
  app.openapi(create, async (c) => {
    const key = c.req.valid("header")["idempotency-key"];
    const request = c.req.valid("json");
    const { submission, isNew } = await submit(ports, c.get("principal"), request, key);
    about(c, { submission: submission.id });
    c.header("Location", `/v1/submissions/${submission.id}`);
    const seen = isNew ? queuedRuns(submission) : await statesOf(ports, submission);
    return c.json(view(submission, seen), 202);
  });

  app.openapi(list, async (c) => {
    const { cursor, limit, suite, state } = c.req.valid("query");
    const principal = c.get("principal");
    const { owner, scopes } = principal;
    const partition = scopes.has("admin") ? indexKeys.allSubmissions() : indexKeys.ownSubmissions(owner);
    const after = cursor === undefined ? undefined : fromCursor(cursor);
    const concurrency = Math.min(limit, READ_AT_ONCE);
    const atOnce = (state === undefined ? limit : MAX_SCANNED) + concurrency; // what readPage takes to find the end of the page
    const items =
      suite === undefined
        ? itemsOf(index, partition, { ...(after === undefined ? {} : { after }), limit: atOnce })
        : submissionsOfSuite(index, suite, atOnce, after);
    const { lines, ...next } = await readPage(items, {
      limit,
      maxScanned: MAX_SCANNED,
      concurrency,
      cursorOf: ({ sort }) => sort,
      line: async (item) => {
        const line = await lineOrDamage(item.sort, () => parseItem(item, SubmissionLine));
        // the line would say whose submission of the suite it is
        if (isDamaged(line)) return suite === undefined || scopes.has("admin") ? line : undefined;
        if (!isOwnOrAdmin(principal, line.owner)) return undefined; // of another owner's suite
        const found = await lineOrDamage(item.sort, () => lineOf(index, item.sort, line));
        return state === undefined || isDamaged(found) || found.state === state ? found : undefined;
      },
    });
    const { whole, more } = splitDamaged(lines);
    return c.json({ submissions: whole, ...more, ...next }, 200);
  });

  app.openapi(show, async (c) => {
    const submission = await readSubmission(ports, c.get("principal"), c.req.valid("param").id);
    const { cursor } = c.req.valid("query");
    const from = cursor === undefined ? 0 : fromNumberCursor(cursor);
    return c.json(view(submission, await statesOf(ports, submission, from)), 200);
  });

  app.openapi(cancel, async (c) => {
    const { id } = c.req.valid("param");
    const submission = await readSubmission(ports, c.get("principal"), id);
    await storeCancellation(ports, submission.id);
    await queue(ports, submission); // the dispatcher stops the jobs
    return c.json(view(submission, await statesOf(ports, submission)), 202);
  });
}
