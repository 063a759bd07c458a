import { LedgerEntry, monthOf } from "@medhelm/core/money/ledger-entry";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import type { Clock, Index, ObjectStore } from "@medhelm/core/ports";
import type { StoredSubmission } from "@medhelm/core/submission";
import { UserError } from "@medhelm/core/user-error";
import { CONCURRENT_READS, mapBounded } from "../concurrency/map-bounded.ts";
import { recordUsage } from "../index/record-usage.ts";

interface Ports {
  readonly objects: ObjectStore;
  readonly index: Index;
  readonly clock: Pick<Clock, "nowMs">;
  report(error: unknown, key: string): void;
}

/** Covers the time between the listing and the record of the last call. */
const MARGIN_MS = 10 * 60_000;

/**
 * Adds the charges of a submission to the index that it lacks, because a worker or a function ended between the object and the index.
 * `sinceMs`: the last call; later charges are compared. Absent: all charges are compared.
 */
export async function repairUsage(ports: Ports, submission: StoredSubmission, sinceMs = 0): Promise<void> {
  const { objects, index, clock } = ports;
  const { id, owner, createdAt } = submission;
  const ageMs = clock.nowMs() - sinceMs + MARGIN_MS; // an age, because the store has a clock of its own
  const changed: string[] = [];
  for await (const head of objects.list(keys.submissionLedger(owner, monthOf(createdAt), id)))
    if (head.storeNowMs - head.lastModifiedMs <= ageMs) changed.push(head.key);
  await mapBounded(changed, CONCURRENT_READS, async (key) => {
    try {
      const entry = await getJson(objects, key, LedgerEntry);
      if (entry !== undefined) await recordUsage(index, submission, entry);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      ports.report(error, key); // a damaged entry does not stop the submission
    }
  });
}
