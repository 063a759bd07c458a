import { keys } from "@medhelm/core/store/object-keys";
import type { ModelFailure, ObjectStore } from "@medhelm/core/ports";
import { RunStopped } from "@medhelm/core/run/run-stopped";
import type { AnswerCounts } from "./answer-all.ts";
import type { KnownFailures } from "./durable-ask.ts";

/** Failures of a server that is down; neither the candidate nor the prompt causes them. */
const OF_THE_SERVER: ReadonlySet<ModelFailure["reason"]> = new Set([
  "server_error",
  "connection",
  "unreadable",
  "rate_limited",
]);

/**
 * Stops a run for which the server answered nothing: scoring it would count the server's fault against the candidate. A
 * single request proves nothing, because its prompt may be the cause.
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
    `${deployment} answered 0 of ${requests} requests: ${recorded.at(-1)?.message ?? "no reason given"}; check the server, then run the same command again`,
  );
}

/** Deletes the failures that this worker recorded during an outage, so that a resumed run asks again. */
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
