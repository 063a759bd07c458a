import type { LogFields } from "@medhelm/core/ports";
import { createJson } from "@medhelm/core/store/create-json";
import { keys } from "@medhelm/core/store/object-keys";
import { UnreadableObject } from "@medhelm/core/store/objects";
import type { RunState, StoredSubmission } from "@medhelm/core/submission";
import { CONCURRENT_READS, mapBounded } from "../concurrency/map-bounded.ts";
import { AFTER_LEASE_MS } from "../failure/job-event.ts";
import { settleSubmission } from "../index/account.ts";
import { endOfRuns, endSubmission, type FoundSubmission } from "../index/submission-record.ts";
import { repairSums } from "../index/usage-sums.ts";
import { isFinal } from "../submissions/run-state.ts";
import { Done } from "../submissions/submission-folder.ts";
import { recordSubmission } from "../trace/open-span.ts";
import type { OpenWork } from "./open-work.ts";
import type { SweepPorts } from "./sweep-ports.ts";

/** Records the end: first the object, which `medhelm reindex` reads, then the index. */
export async function endOf(
  ports: SweepPorts,
  submission: StoredSubmission,
  found: FoundSubmission,
  { states, unsealed }: OpenWork,
): Promise<void> {
  const { index, clock, aggregateQueue } = ports;
  // a killed worker's lease has expired when the aggregator reads it
  const delayMs = AFTER_LEASE_MS;
  await mapBounded(unsealed, CONCURRENT_READS, (message) => aggregateQueue.send(JSON.stringify(message), { delayMs }));
  const at = await recordEnd(ports, submission.id, new Date(clock.nowMs()).toISOString());
  await repairSums(index, submission);
  await settleSubmission(index, submission);
  const ends = [...states.values()].map(({ state }) => state).filter(isFinal);
  if (!(await endSubmission(index, found, endOfRuns(ends, at)))) return;
  ports.log?.("info", "submission ended", {
    submission: submission.id,
    suite: submission.request.suite,
    ...countsOf(ends),
  });
  recordSubmission(ports, submission);
}

/** How many runs ended in each state. */
function countsOf(ends: readonly RunState[]): LogFields {
  const counts: Record<string, number> = {};
  for (const { state } of ends) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}

/** Stores the time of the end, and returns the stored one. An object that cannot be read stays, and the end is the present time. */
async function recordEnd({ objects, report }: SweepPorts, id: string, at: string): Promise<string> {
  try {
    return (await createJson(objects, keys.submissionDone(id), Done, { formatVersion: 1, at })).stored.at;
  } catch (error) {
    if (!(error instanceof UnreadableObject)) throw error;
    report(error, keys.submissionDone(id));
    return at;
  }
}
