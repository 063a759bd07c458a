import { BudgetFile } from "@medhelm/core/money/budget-file";
import { freshBudget, type Taken } from "@medhelm/core/money/machine-time";
import { updateJson } from "@medhelm/core/store/update-json";
import { keys } from "@medhelm/core/store/object-keys";
import type { ObjectStore } from "@medhelm/core/ports";
import type { StoredSubmission } from "@medhelm/core/submission";

export interface BudgetPorts {
  readonly objects: ObjectStore;
}

/** undefined where nobody limits the submission. What changes nothing is not written. */
export async function changeBudget(
  { objects }: BudgetPorts,
  submission: StoredSubmission,
  how: (file: BudgetFile) => Taken,
): Promise<Taken | undefined> {
  const fresh = freshBudget(submission);
  if (fresh === undefined) return undefined;
  let taken: Taken = { kind: "over" };
  await updateJson(objects, keys.submissionBudget(submission.id), BudgetFile, (there = fresh) => {
    taken = how(there);
    if (taken.kind === "over") return undefined;
    return JSON.stringify(taken.file) === JSON.stringify(there) ? undefined : taken.file;
  });
  return taken;
}
