import { keys } from "@medhelm/core/store/object-keys";
import type { ModelFailure, ObjectStore } from "@medhelm/core/ports";
import { RunStopped } from "@medhelm/core/run/run-stopped";
import type { AnswerCounts } from "./answer-all.ts";
import type { KnownFailures } from "./durable-ask.ts";

/** What a server that is down says to everything: neither the candidate's doing nor the prompt's. */
const OF_THE_SERVER: ReadonlySet<ModelFailure["reason"]> = new Set([
  "server_error",
  "connection",
  "unreadable",
  "rate_limited",
]);

/**
 * A run of which the server answered nothing has nothing to score: a floor for all would pass a fault of the server for the
 * candidate's. One request alone proves nothing, for its prompt may be at fault.
 * @throws RunStopped
 */
export function requireSomeAnswer(
  deployment: string,
  { requests, answered }: AnswerCounts,
  failures: KnownFailures,
): void {
  if (requests < 2 || answered > 0) return;
  const recorded = [...failures.values()].map(({ failure }) => failure);
  if (!recorded.every(({ reason }) => OF_THE_SERVER.has(reason))) return;
  throw new RunStopped(
    "endpoint_down",
    `${deployment} answered none of the ${requests} requests: ${recorded.at(-1)?.message ?? "no reason given"}; look at the server, then run the same command again`,
  );
}

/** Failures that this worker recorded while the server went down are no outcomes: a resumed run asks again. */
export async function clearOutage(
  objects: ObjectStore,
  suite: string,
  run: string,
  failures: KnownFailures,
  earlier: ReadonlySet<string>,
): Promise<void> {
  for (const [requestKey, { failure }] of failures) {
    if (earlier.has(requestKey) || !OF_THE_SERVER.has(failure.reason)) continue;
    await objects.delete(keys.outcome(suite, run, requestKey));
  }
}
