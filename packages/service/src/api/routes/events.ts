import { z } from "@hono/zod-openapi";
import { canonicalJson, sha256Hex } from "@medhelm/core/store/canonical";
import type { PoolStanding } from "@medhelm/core/pools/pool-standing";
import type { RunState, StoredSubmission } from "@medhelm/core/submission";
import { type SSEStreamingApi, streamSSE } from "hono/streaming";
import { countStates, ENDS, isFinal, submissionState } from "../../submissions/run-state.ts";
import { hasProgress } from "../../index/run-counts.ts";
import { readStanding, readStates, shownCounts, type Standing } from "../../index/run-states.ts";
import { isOwnOrAdmin } from "../access/access.ts";
import type { Api } from "../app.ts";
import type { ApiPorts, Principal } from "../ports.ts";
import { readSubmission } from "../submissions/submission-view.ts";
import { SubmissionId } from "./submissions.ts";
import { securedRoute } from "../secured-route.ts";

const HEARTBEAT_MS = 15_000;
/** How often an open stream checks its key. With the memory of the authenticator it ends within a minute of a revocation. */
const CHECK_KEY_MS = 15_000;
/** One second for each 100 open runs, at least one and at most ten. */
const pauseMs = (openRuns: number): number => 1000 * Math.min(10, Math.max(1, Math.ceil(openRuns / 100)));

const events = securedRoute({
  method: "get",
  path: "/v1/submissions/{id}/events",
  tags: ["submissions"],
  summary: "Follow a submission (server-sent events)",
  description:
    'The first "runs" event lists every run, each later one the runs that changed: {state, counts, runs: [{run, status}]}, with pools (as in the submission) while requests wait there. The "end" event follows when all runs are sealed, failed or cancelled. With Last-Event-ID the service omits the first event if nothing has changed. A service behind a gateway without streams answers at once with what has changed; `retry` (milliseconds) and Retry-After (seconds) say when the client should ask again.',
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
      const { open, text } = await presentEvents(ports, c.get("principal"), id, lastId);
      c.header("Cache-Control", "no-cache");
      if (open > 0) c.header("Retry-After", String(pauseMs(open) / 1000));
      return c.body(text, 200, { "Content-Type": "text/event-stream" });
    }
    const submission = await readSubmission(ports, c.get("principal"), id);
    const given = c.req.raw.headers;
    return streamSSE(
      c,
      (stream) =>
        follow(ports, submission, lastId, stream, async () => (await ports.authenticate(given)) !== undefined),
      async (error) => ports.report(error, { method: c.req.method, path: c.req.path }),
    );
  });
}

/** The result of one look at a submission. */
interface Look {
  /** A hash that changes with the states. A client with the current id is up to date, so no event log is needed. */
  readonly id: string;
  /** number of runs that have not ended */
  readonly open: number;
  /** Absent: the client has this id already. */
  readonly states?: readonly RunState[];
  readonly pools?: readonly PoolStanding[];
}

type LookPorts = Pick<ApiPorts, "index" | "pools">;

const shortHash = (value: unknown): string => sha256Hex(canonicalJson(value)).slice(0, 24);

const countOpen = (states: readonly RunState[]): number => states.filter((state) => !isFinal(state)).length;

/**
 * Hashes the revisions of the counts. Undefined: the counts do not show every change, because a run makes progress or may wait in a pool, or
 * an earlier version wrote the submission.
 */
function idOfCounts(
  { record: { cancelledAt, unreadable }, counts, countItems }: Standing,
  { pools }: LookPorts,
): string | undefined {
  const isOver = cancelledAt !== undefined || unreadable !== undefined;
  const mayBeInPool = pools !== undefined && (counts?.open.awaiting ?? 0) > 0;
  if (counts === undefined || (!isOver && (mayBeInPool || hasProgress(counts)))) return undefined;
  const why = unreadable === undefined ? [] : [unreadable.reason];
  return shortHash([cancelledAt ?? null, ...why, ...countItems.map(({ revision }) => revision)]);
}

function openIn({ record, counts }: Standing): number {
  const shown = counts === undefined ? {} : shownCounts(record, counts);
  return record.runs - ENDS.reduce((sum, state) => sum + (shown[state] ?? 0), 0);
}

/** Reads the states of all runs only if they can differ from those that the client has seen. */
async function look(ports: LookPorts, submission: StoredSubmission, lastId: string | undefined): Promise<Look> {
  const standing = lastId === undefined ? undefined : await readStanding(ports.index, submission.id);
  return (standing && unchangedLook(standing, ports, lastId)) ?? lookAtAll(ports, submission);
}

function unchangedLook(standing: Standing, ports: LookPorts, lastId: string | undefined): Look | undefined {
  const id = idOfCounts(standing, ports);
  return id !== undefined && id === lastId ? { id, open: openIn(standing) } : undefined;
}

async function lookAtAll(ports: LookPorts, submission: StoredSubmission): Promise<Required<Look>> {
  const found = await readStates(ports.index, submission.id);
  const stored: readonly RunState[] = found?.states ?? submission.runs.map(() => ({ state: "queued" }));
  const { states, pools } = (await ports.pools?.(submission, stored)) ?? { states: stored, pools: [] };
  const id = (found && idOfCounts(found, ports)) ?? shortHash(pools.length === 0 ? states : [states, pools]);
  return { id, open: countOpen(states), states, pools };
}

/** The reply for a waiting client: one query, and the states and the submission's object only if a state may have changed. */
async function presentEvents(
  ports: ApiPorts,
  principal: Principal,
  id: string,
  lastId: string | undefined,
): Promise<{ readonly open: number; readonly text: string }> {
  const { index } = ports;
  const standing = lastId === undefined ? undefined : await readStanding(index, id);
  const isKnown = standing !== undefined && isOwnOrAdmin(principal, standing.record.owner);
  const unchanged = isKnown ? unchangedLook(standing, ports, lastId) : undefined;
  if (unchanged !== undefined && unchanged.open > 0) return { open: unchanged.open, text: retry(unchanged.open) };

  const submission = await readSubmission(ports, principal, id);
  const seen = await lookAtAll(ports, submission);
  const event = (name: string, data: unknown): string =>
    `event: ${name}\ndata: ${JSON.stringify(data)}\nid: ${seen.id}\n\n`;
  const parts = [
    retry(seen.open),
    ...(seen.id === lastId ? [] : [event("runs", change(submission, [], seen))]),
    ...(seen.open === 0 ? [event("end", { state: submissionState(seen.states) })] : []),
  ];
  return { open: seen.open, text: parts.join("") };
}

const retry = (open: number): string => `retry: ${pauseMs(open)}\n\n`;

/** @param isStillValid whether the caller's key is still valid; the stream ends if it is not */
async function follow(
  ports: ApiPorts,
  submission: StoredSubmission,
  lastId: string | undefined,
  stream: SSEStreamingApi,
  isStillValid: () => Promise<boolean>,
): Promise<void> {
  const { clock } = ports;
  const disconnected = new AbortController();
  stream.onAbort(() => disconnected.abort());
  let known: readonly RunState[] = [];
  let id = lastId;
  let writtenMs = clock.monotonicMs();
  let checkedMs = writtenMs;
  while (!disconnected.signal.aborted) {
    if (clock.monotonicMs() - checkedMs >= CHECK_KEY_MS) {
      if (!(await isStillValid())) return; // the client's next request is refused
      checkedMs = clock.monotonicMs();
    }
    const seen = await look(ports, submission, id);
    if (seen.id !== id) {
      const now = { states: seen.states ?? known, pools: seen.pools ?? [] };
      await stream.writeSSE({ event: "runs", id: seen.id, data: JSON.stringify(change(submission, known, now)) });
      writtenMs = clock.monotonicMs();
    } else if (clock.monotonicMs() - writtenMs >= HEARTBEAT_MS) {
      await stream.write(": heartbeat\n\n");
      writtenMs = clock.monotonicMs();
    }
    id = seen.id;
    known = seen.states ?? known;
    if (seen.open === 0) {
      const { states } = await lookAtAll(ports, submission);
      return stream.writeSSE({ event: "end", id, data: JSON.stringify({ state: submissionState(states) }) });
    }
    await clock.sleep(pauseMs(seen.open), disconnected.signal).catch(() => undefined); // sleep rejects only when the client disconnects
  }
}

function change(
  { runs }: StoredSubmission,
  before: readonly RunState[],
  { states, pools }: Required<Pick<Look, "states" | "pools">>,
) {
  return {
    state: submissionState(states),
    counts: countStates(states),
    ...(pools.length > 0 && { pools }),
    runs: runs.flatMap(({ run }, i) => {
      const status = states[i];
      return status === undefined || (before[i] !== undefined && canonicalJson(before[i]) === canonicalJson(status))
        ? []
        : [{ run, status }];
    }),
  };
}
