import { BudgetFile, limitMicroUsdOf, newBudgetFile } from "@medhelm/core/money/budget-file";
import type { BudgetChange } from "@medhelm/core/money/machine-time";
import { updateJson } from "@medhelm/core/store/update-json";
import { keys } from "@medhelm/core/store/object-keys";
import type { ObjectStore } from "@medhelm/core/ports";
import type { StoredSubmission } from "@medhelm/core/submission";

export interface BudgetPorts {
  readonly objects: ObjectStore;
}

/** Changes a submission's budget.json. It writes only a real change, and returns undefined if the submission has no limit. */
export async function changeBudget(
  { objects }: BudgetPorts,
  submission: StoredSubmission,
  how: (file: BudgetFile) => BudgetChange,
): Promise<BudgetChange | undefined> {
  const limitMicroUsd = limitMicroUsdOf(submission);
  if (limitMicroUsd === undefined) return undefined;
  const empty = newBudgetFile(limitMicroUsd);
  let change: BudgetChange = { kind: "over" };
  await updateJson(objects, keys.submissionBudget(submission.id), BudgetFile, (stored = empty) => {
    change = how(stored);
    if (change.kind === "over") return undefined;
    return JSON.stringify(change.file) === JSON.stringify(stored) ? undefined : change.file;
  });
  return change;
}
