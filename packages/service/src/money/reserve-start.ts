import { takenMicroUsd } from "@medhelm/core/money/budget-file";
import type { MachinePrice } from "@medhelm/core/money/machine-price";
import { machineName, reserveStarts } from "@medhelm/core/money/machine-time";
import type { JobRequest } from "@medhelm/core/ports";
import type { StoredSubmission } from "@medhelm/core/submission";
import { type BudgetPorts, changeBudget } from "./change-budget.ts";
import { machineMicroUsd, SLICE_MS, STOP_MS, budgetUsedUp } from "./machine-meter.ts";

/** Estimated time until a machine's worker starts: Batch also counts pulling the images and copying the weights. */
const START_MS = 5 * 60_000;

/**
 * Reserves the cost of a job's machines until their workers meter them, once for each job name. Returns the reason if the budget is too
 * small; the dispatcher must not start the job then.
 */
export async function reserveStart(
  ports: BudgetPorts,
  submission: StoredSubmission,
  { name, arraySize }: Pick<JobRequest, "name" | "arraySize">,
  price: MachinePrice,
): Promise<string | undefined> {
  const machines = Array.from({ length: arraySize ?? 1 }, (_, child) =>
    machineName(name, arraySize === undefined ? undefined : child),
  );
  const microUsd = machineMicroUsd(price, START_MS + SLICE_MS + STOP_MS);
  const change = await changeBudget(ports, submission, (file) => reserveStarts(file, machines, microUsd));
  return change?.kind === "refused"
    ? budgetUsedUp(change.file.limitMicroUsd, takenMicroUsd(change.file), price)
    : undefined;
}
