import { takenMicroUsd } from "@medhelm/core/money/budget-file";
import type { MachinePrice } from "@medhelm/core/money/machine-price";
import { machineName, reserveStarts } from "@medhelm/core/money/machine-time";
import type { JobRequest } from "@medhelm/core/ports";
import type { StoredSubmission } from "@medhelm/core/submission";
import { type BudgetPorts, changeBudget } from "./change-budget.ts";
import { machineMicroUsd, SLICE_MS, STOP_MS, usedUp } from "./machine-meter.ts";

/** Until a machine's worker takes over: Batch counts pulling the images and, perhaps, copying the weights. An estimate. */
const START_MS = 5 * 60_000;

/**
 * Before a job with machines is started: what they cost until their workers meter them, once for each job's name. Gives the reason
 * where the budget has not that much: the job then must not be started.
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
  const taken = await changeBudget(ports, submission, (file) => reserveStarts(file, machines, microUsd));
  return taken?.kind === "refused" ? usedUp(taken.file.limitMicroUsd, takenMicroUsd(taken.file), price) : undefined;
}
