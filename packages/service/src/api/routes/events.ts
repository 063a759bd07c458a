import { z } from "@hono/zod-openapi";
import { canonicalJson, sha256Hex } from "@medhelm/core/store/canonical";
import type { RunState, StoredSubmission } from "@medhelm/core/submission";
import { type SSEStreamingApi, streamSSE } from "hono/streaming";
import { countStates, isFinal, submissionState } from "../../submissions/run-state.ts";
import { readStates } from "../../index/run-states.ts";
import { isOwnOrAdmin } from "../access.ts";
import type { Api } from "../app.ts";
import type { ApiPorts, Principal } from "../ports.ts";
import { queuedRuns, readSubmission, statesOf } from "../submission-view.ts";
import { SubmissionId } from "./submissions.ts";
import { securedRoute } from "../secured-route.ts";

const HEARTBEAT_MS = 15_000;
/** One second for each 100 open runs, at least one and at most ten. */
const pauseMs = (openRuns: number): number => 1000 * Math.min(10, Math.max(1, Math.ceil(openRuns / 100)));

const events = securedRoute({
  method: "get",
  path: "/v1/submissions/{id}/events",
  tags: ["submissions"],
  summary: "Follow a submission (server-sent events)",
  description:
    'The first "runs" event lists every run, each later one the runs that changed: {state, counts, runs: [{run, status}]}. The "end" event follows when all runs are sealed, failed or cancelled. With Last-Event-ID the service omits the first event if nothing has changed. A service behind a gateway without streams answers at once with what has changed, and `retry` names the milliseconds until the client should ask again.',
  request: { params: SubmissionId, headers: z.object({ "last-event-id": z.string().max(200).optional() }) },
  responses: {
    200: { description: "The stream.", content: { "text/event-stream": { schema: z.string() } } },
  },
});

export function submissionEvents(app: Api, ports: ApiPorts): void {
  app.openapi(events, async (c) => {
    const { id } = c.req.valid("param");
    const lastId = c.req.valid("header")["last-event-id"];
    if (ports.repliesWhole === true) {
      c.header("Cache-Control", "no-cache");
      return c.body(await presentEvents(ports, c.get("principal"), id, lastId), 200, {
        "Content-Type": "text/event-stream",
      });
    }
    const submission = await readSubmission(ports.objects, c.get("principal"), id);
    return streamSSE(
      c,
      (stream) => follow(ports, submission, lastId, stream),
      async (error) => ports.report(error, { method: c.req.method, path: c.req.path }),
    );
  });
}

/** An event's id is a hash of all run states after it. A client with the current id is up to date, so no event log is needed. */
const eventId = (states: readonly RunState[]): string => sha256Hex(canonicalJson(states)).slice(0, 24);

const countOpen = (states: readonly RunState[]): number => states.filter((state) => !isFinal(state)).length;

/** The reply for a waiting client: one query, and the submission's object only if a state has changed. */
async function presentEvents(
  { objects, index }: ApiPorts,
  principal: Principal,
  id: string,
  lastId: string | undefined,
): Promise<string> {
  const found = await readStates(index, id);
  const isKnown = found !== undefined && isOwnOrAdmin(principal, found.record.owner);
  const now = isKnown ? eventId(found.states) : undefined;
  if (isKnown && now === lastId && countOpen(found.states) > 0) return `retry: ${pauseMs(countOpen(found.states))}\n\n`;

  const submission = await readSubmission(objects, principal, id);
  const states = found?.states ?? queuedRuns(submission);
  const open = countOpen(states);
  const event = (name: string, data: unknown): string =>
    `event: ${name}\ndata: ${JSON.stringify(data)}\nid: ${eventId(states)}\n\n`;
  return [
    `retry: ${pauseMs(open)}\n\n`,
    ...(eventId(states) === lastId ? [] : [event("runs", change(submission, [], states))]),
    ...(open === 0 ? [event("end", { state: submissionState(states) })] : []),
  ].join("");
}

async function follow(
  { index, clock }: ApiPorts,
  submission: StoredSubmission,
  lastId: string | undefined,
  stream: SSEStreamingApi,
): Promise<void> {
  const disconnected = new AbortController();
  stream.onAbort(() => disconnected.abort());
  let known: readonly RunState[] = [];
  let id = lastId;
  let writtenMs = clock.monotonicMs();
  while (!disconnected.signal.aborted) {
    const states = await statesOf(index, submission);
    const nowId = eventId(states);
    if (nowId !== id) {
      await stream.writeSSE({ event: "runs", id: nowId, data: JSON.stringify(change(submission, known, states)) });
      writtenMs = clock.monotonicMs();
    } else if (clock.monotonicMs() - writtenMs >= HEARTBEAT_MS) {
      await stream.write(": heartbeat\n\n");
      writtenMs = clock.monotonicMs();
    }
    id = nowId;
    known = states;
    const open = countOpen(states);
    if (open === 0)
      return stream.writeSSE({ event: "end", id, data: JSON.stringify({ state: submissionState(states) }) });
    await clock.sleep(pauseMs(open), disconnected.signal).catch(() => undefined); // sleep rejects only when the client disconnects
  }
}

function change({ runs }: StoredSubmission, before: readonly RunState[], states: readonly RunState[]) {
  return {
    state: submissionState(states),
    counts: countStates(states),
    runs: runs.flatMap(({ run }, i) => {
      const status = states[i];
      return status === undefined || (before[i] !== undefined && canonicalJson(before[i]) === canonicalJson(status))
        ? []
        : [{ run, status }];
    }),
  };
}
