import { setTimeout } from "node:timers/promises";
import { retryAfterMs } from "@medhelm/adapters/models/retry-after-ms";
import { systemClock } from "@medhelm/adapters/system-clock";
import { PoolStanding } from "@medhelm/core/pools/pool-standing";
import { RunState } from "@medhelm/core/submission";
import { UserError } from "@medhelm/core/user-error";
import { EventSourceParserStream } from "eventsource-parser/stream";
import { z } from "zod";
import { type ApiClient, problemOf } from "./api-client.ts";

const Changed = z.object({
  runs: z.array(z.object({ run: z.string(), status: RunState })),
  pools: z.array(PoolStanding).default([]),
});
/** The first pause, also after a lost connection. */
const RECONNECT_MS = 1000;
/** The longest pause between two questions to a service without streams. */
const MAX_PAUSE_MS = 30_000;
/** The growth of the pause while nothing changes. */
const GROWTH = 1.5;
const MAX_RECONNECTS = 60;
/** How long a client waits for a service that answers that it is not ready. A service with a year of history builds its index in less. */
const MAX_NOT_READY_MS = 60 * 60_000;
/** An event that names 10,000 runs has about 2 million. */
const MAX_EVENT_CHARACTERS = 2 ** 24;

/**
 * Follows a submission to its end over server-sent events. After a lost connection it continues with the next event. A service without
 * streams answers with the present state; the pause before the next question grows while nothing changes. A service that is not ready is
 * asked again when it says so, for an hour at most.
 * @returns the last state of each run
 * @throws UserError if the service does not answer or is not ready for too long; the submission continues there
 */
export async function followSubmission(
  api: ApiClient,
  id: string,
  onChange: (states: ReadonlyMap<string, RunState>, pools: readonly PoolStanding[]) => void,
  signal: AbortSignal,
  pause: (ms: number, signal: AbortSignal) => Promise<unknown> = (ms, over) =>
    setTimeout(ms, undefined, { signal: over }),
): Promise<ReadonlyMap<string, RunState>> {
  const states = new Map<string, RunState>();
  let lastId: string | undefined;
  let pauseMs = RECONNECT_MS;
  let notReadyMs = 0;
  for (let failures = 0; failures < MAX_RECONNECTS; failures++) {
    let hasNews = false;
    let retryMs = RECONNECT_MS;
    try {
      for await (const event of await openEvents(api, id, lastId, signal, (ms) => (retryMs = ms))) {
        hasNews = true;
        notReadyMs = 0;
        lastId = event.id ?? lastId;
        if (event.event === "end") return states;
        const { runs, pools } = Changed.parse(JSON.parse(event.data));
        for (const { run, status } of runs) states.set(run, status);
        onChange(states, pools);
      }
      failures = 0; // the service answers
      pauseMs = hasNews ? retryMs : Math.max(retryMs, Math.min(MAX_PAUSE_MS, pauseMs * GROWTH));
    } catch (error) {
      if (error instanceof NotReady) {
        if (notReadyMs >= MAX_NOT_READY_MS) throw continues(`${api.url} is not ready after an hour`, api, id);
        const waitMs = Math.min(Math.max(error.retryMs, RECONNECT_MS), MAX_NOT_READY_MS - notReadyMs);
        notReadyMs += waitMs;
        failures--; // the service answers
        await pause(waitMs, signal).catch(() => undefined);
        continue;
      }
      if (signal.aborted || (error instanceof UserError && failures === 0 && lastId === undefined)) throw error;
    }
    await pause(pauseMs, signal).catch(() => undefined); // the next request rejects if the signal has aborted
  }
  throw continues(`${api.url} does not answer any more`, api, id);
}

const continues = (what: string, { url }: ApiClient, id: string): UserError =>
  new UserError(
    `${what}, but submission ${id} continues there; follow it with: medhelm submissions show ${id} --wait --api ${url}`,
  );

/** The service builds its index after an upgrade, or gets too many requests, and says when to ask again. */
class NotReady extends Error {
  override readonly name = "NotReady";
  readonly retryMs: number;
  constructor(retryMs: number) {
    super("the service is not ready yet");
    this.retryMs = retryMs;
  }
}

/** @throws UserError if the service does not know the submission or the key; NotReady */
async function openEvents(
  api: ApiClient,
  id: string,
  lastId: string | undefined,
  signal: AbortSignal,
  onRetry: (ms: number) => void,
) {
  const headers = lastId === undefined ? {} : { "last-event-id": lastId };
  const response = await api.raw(`/v1/submissions/${id}/events`, headers, signal);
  const { ok, status, body, headers: answered } = response;
  const waitMs = retryAfterMs((name) => answered.get(name), systemClock.nowMs());
  if ((status === 503 || status === 429) && waitMs !== undefined) throw new NotReady(waitMs);
  if (status >= 500) throw new UserError(await problemOf(api.url, response));
  if (!ok || body === null)
    throw new UserError(`${api.url} does not know submission ${id} (status ${status}); check --api and MEDHELM_TOKEN`);
  return body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream({ onRetry, maxBufferSize: MAX_EVENT_CHARACTERS }));
}
