import { PoolStanding } from "@medhelm/core/pools/pool-standing";
import { RunState } from "@medhelm/core/submission";
import { UserError } from "@medhelm/core/user-error";
import { EventSourceParserStream } from "eventsource-parser/stream";
import { z } from "zod";
import { type ApiClient, otherProgram, refusalOf } from "./api-client.ts";
import { patience, pauseFor, type Waiting } from "./patience.ts";

const Changed = z.object({
  runs: z.array(z.object({ run: z.string(), status: RunState })),
  pools: z.array(PoolStanding).default([]),
});
/** The first pause, also after a stream that ended. */
const RECONNECT_MS = 1000;
/** The longest pause between two questions to a service without streams. */
const MAX_PAUSE_MS = 30_000;
/** The growth of the pause while nothing changes. */
const GROWTH = 1.5;
/** An event that names 10,000 runs has about 2 million. */
const MAX_EVENT_CHARACTERS = 2 ** 24;

/** How the user sees the progress of a submission. */
export interface SubmissionView {
  show(states: ReadonlyMap<string, RunState>, pools: readonly PoolStanding[]): void;
  say(text: string): void;
}

/**
 * Follows a submission to its end over server-sent events. After a lost connection it continues with the next event. A service without
 * streams answers with the present state; the pause before the next question grows while nothing changes. The client asks a service that is down or
 * not ready again (`patience`).
 * @returns the last state of each run
 * @throws UserError if the service does not answer or is not ready for too long; the submission continues there
 */
export async function followSubmission(
  api: ApiClient,
  id: string,
  { show, say }: SubmissionView,
  signal: AbortSignal,
  pause: Waiting["pause"] = pauseFor,
): Promise<ReadonlyMap<string, RunState>> {
  const states = new Map<string, RunState>();
  const { answered, afterFault } = patience(
    api.url,
    `submission ${id} continues there; follow it with: medhelm submissions show ${id} --wait --api ${api.url}`,
    { signal, pause, say },
  );
  let lastId: string | undefined;
  let pauseMs = RECONNECT_MS;
  for (;;) {
    let hasNews = false;
    let retryMs = RECONNECT_MS;
    try {
      const events = await openEvents(api, id, lastId, signal, (ms) => (retryMs = ms));
      answered();
      for await (const event of events) {
        hasNews = true;
        lastId = event.id ?? lastId;
        if (event.event === "end") return states;
        const { runs, pools } = changeIn(event.data, api);
        for (const { run, status } of runs) states.set(run, status);
        show(states, pools);
      }
    } catch (error) {
      await afterFault(error);
      continue;
    }
    pauseMs = hasNews ? retryMs : Math.max(retryMs, Math.min(MAX_PAUSE_MS, pauseMs * GROWTH));
    await pause(pauseMs, signal).catch(() => undefined); // the next request rejects if the signal has aborted
  }
}

function changeIn(data: string, { url }: ApiClient): z.infer<typeof Changed> {
  const parsed = z.preprocess((text) => JSON.parse(String(text)), Changed).safeParse(data);
  if (!parsed.success) throw otherProgram(url, parsed.error);
  return parsed.data;
}

/** @throws UserError if the service does not know the submission; ServiceRefusal */
async function openEvents(
  api: ApiClient,
  id: string,
  lastId: string | undefined,
  signal: AbortSignal,
  onRetry: (ms: number) => void,
) {
  const headers = lastId === undefined ? {} : { "last-event-id": lastId };
  const response = await api.raw(`/v1/submissions/${id}/events`, headers, signal);
  const { ok, status, body } = response;
  if (status === 404)
    throw new UserError(`${api.url} does not know submission ${id} (status 404); check --api and MEDHELM_TOKEN`);
  if (!ok || body === null) throw await refusalOf(api.url, response);
  return body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream({ onRetry, maxBufferSize: MAX_EVENT_CHARACTERS }));
}
