import { keys } from "@medhelm/core/store/object-keys";
import { updateJson } from "@medhelm/core/store/update-json";
import { StoredSubmission } from "@medhelm/core/submission";
import { isCancelled, storeCancellation } from "../submissions/cancellation.ts";
import { forgetReasons } from "./forget-reasons.ts";

/**
 * Removes the system message from a submission, because it is a part of every prompt, and the reasons of its failed runs. Cancels an open one: its
 * next job would ask for the deleted answers again. Entries, names of files and charges stay. Safe to repeat.
 * @param isConfirmed false: nothing is changed
 * @returns whether the submission was open
 */
export async function forgetSubmission(
  ports: Parameters<typeof storeCancellation>[0],
  submission: StoredSubmission,
  isConfirmed: boolean,
): Promise<boolean> {
  const { objects } = ports;
  const { id } = submission;
  const isOpen = (await objects.head(keys.submissionDone(id))) === undefined && !(await isCancelled(objects, id));
  if (!isConfirmed) return isOpen;
  await updateJson(objects, keys.submission(id), StoredSubmission, (stored): StoredSubmission | undefined => {
    if (stored?.request.systemMessage === undefined) return undefined;
    const { systemMessage: _, ...request } = stored.request;
    return { ...stored, request };
  });
  if (isOpen) await storeCancellation(ports, id);
  await forgetReasons(ports, submission);
  return isOpen;
}
