import { RunState } from "@medhelm/core/submission";
import { UserError } from "@medhelm/core/user-error";
import { EventSourceParserStream } from "eventsource-parser/stream";
import { z } from "zod";
import type { ApiClient } from "./api-client.ts";

const Changed = z.object({ runs: z.array(z.object({ run: z.string(), status: RunState })) });
const RECONNECT_MS = 1000;
const MAX_RECONNECTS = 60;

/**
 * Follows a submission to its end over server-sent events. After a lost connection it continues with the next event.
 * @returns the last state of each run
 */
export async function followSubmission(
  api: ApiClient,
  id: string,
  onChange: (states: ReadonlyMap<string, RunState>) => void,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, RunState>> {
  const states = new Map<string, RunState>();
  let lastId: string | undefined;
  for (let failures = 0; failures < MAX_RECONNECTS; failures++) {
    try {
      const response = await api.raw(
        `/v1/submissions/${id}/events`,
        lastId === undefined ? {} : { "last-event-id": lastId },
        signal,
      );
      if (!response.ok || response.body === null)
        throw new UserError(
          `${api.url} does not know submission ${id} (status ${response.status}); check --api and MEDHELM_TOKEN`,
        );
      for await (const event of response.body
        .pipeThrough(new TextDecoderStream())
        .pipeThrough(new EventSourceParserStream())) {
        lastId = event.id ?? lastId;
        if (event.event === "end") return states;
        for (const { run, status } of Changed.parse(JSON.parse(event.data)).runs) states.set(run, status);
        onChange(states);
      }
      failures = 0; // the API answers: API Gateway ends a reply after one event, or after 20 s without one
    } catch (error) {
      if (signal.aborted || (error instanceof UserError && failures === 0 && lastId === undefined)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
  }
  throw new UserError(
    `${api.url} does not answer any more, but submission ${id} continues there. See its state with: curl -H "Authorization: Bearer $MEDHELM_TOKEN" ${api.url}/v1/submissions/${id}`,
  );
}
