import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import { updateJson } from "@medhelm/core/store/update-json";
import type { Clock, Index, ObjectStore } from "@medhelm/core/ports";
import { StoredSubmission, type SubmissionCancel } from "@medhelm/core/submission";
import { cancelSubmission } from "../index/submission-record.ts";

interface ForgetPorts {
  readonly objects: ObjectStore;
  /** absent: the next sweep reads the objects */
  readonly index?: Index;
  readonly clock: Pick<Clock, "nowMs">;
}

/**
 * Removes the system message from a submission, because it is a part of every prompt, and cancels an open one: its next job would ask for the
 * deleted answers again. Entries, names of files and charges stay. Safe to repeat.
 * @param isConfirmed false: nothing is changed
 * @returns whether the submission was open
 */
export async function forgetSubmission(
  { objects, index, clock }: ForgetPorts,
  { id }: StoredSubmission,
  isConfirmed: boolean,
): Promise<boolean> {
  const ends = [keys.submissionDone(id), keys.submissionCancel(id)];
  const isOpen = (await Promise.all(ends.map((key) => objects.head(key)))).every((head) => head === undefined);
  if (!isConfirmed) return isOpen;
  await updateJson(objects, keys.submission(id), StoredSubmission, (stored): StoredSubmission | undefined => {
    if (stored?.request.systemMessage === undefined) return undefined;
    const { systemMessage: _, ...request } = stored.request;
    return { ...stored, request };
  });
  if (!isOpen) return false;
  const record: SubmissionCancel = { formatVersion: 1, cancelledAt: new Date(clock.nowMs()).toISOString() };
  await putJson(objects, keys.submissionCancel(id), record, { ifAbsent: true });
  if (index !== undefined) await cancelSubmission(index, id, record.cancelledAt, clock.nowMs());
  return true;
}
