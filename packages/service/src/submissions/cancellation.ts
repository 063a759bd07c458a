import type { Clock, Index, ObjectStore } from "@medhelm/core/ports";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import type { SubmissionCancel } from "@medhelm/core/submission";
import { cancelSubmission } from "../index/submission-record.ts";

interface CancelPorts {
  readonly objects: ObjectStore;
  /** absent: the next sweep reads the objects */
  readonly index?: Index;
  readonly clock: Pick<Clock, "nowMs">;
}

/** Records that a submission is cancelled: no further run starts, and its workers stop. Safe to repeat. */
export async function storeCancellation({ objects, index, clock }: CancelPorts, id: string): Promise<void> {
  const record: SubmissionCancel = { formatVersion: 1, cancelledAt: new Date(clock.nowMs()).toISOString() };
  await putJson(objects, keys.submissionCancel(id), record, { ifAbsent: true });
  if (index !== undefined) await cancelSubmission(index, id, record.cancelledAt, clock.nowMs());
}

export const isCancelled = async (objects: Pick<ObjectStore, "head">, id: string): Promise<boolean> =>
  (await objects.head(keys.submissionCancel(id))) !== undefined;
