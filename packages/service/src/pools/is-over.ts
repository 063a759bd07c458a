import type { QueueEntry } from "@medhelm/core/pools/shard";
import type { ObjectStore } from "@medhelm/core/ports";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import { StoredSubmission } from "@medhelm/core/submission";
import { nextStep } from "../submissions/submission-run-state.ts";

/** Whether nobody waits for the requests of a shard any more: its submission was cancelled, or its run has ended. */
export async function isOver(
  objects: ObjectStore,
  { submission: id, run, deployment }: Pick<QueueEntry, "submission" | "run" | "deployment">,
): Promise<boolean> {
  const submission = await getJson(objects, keys.submission(id), StoredSubmission);
  if (submission === undefined) return true;
  const planned = submission.runs.find((one) => one.run === run) ?? { run, modelDeployment: deployment };
  return (await nextStep(objects, submission, planned)).by === "nobody";
}
