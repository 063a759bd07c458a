import { createBudget, type Budget } from "@medhelm/core/money/budget";
import { BudgetFile } from "@medhelm/core/money/budget-file";
import { microUsdDown } from "@medhelm/core/money/micro-usd";
import { slicedBudget } from "@medhelm/core/money/sliced-budget";
import type { Clock, ObjectStore } from "@medhelm/core/ports";
import { keys } from "@medhelm/core/store/object-keys";
import { DamagedObject, getJson } from "@medhelm/core/store/objects";
import { UserError } from "@medhelm/core/user-error";

interface SuiteBudget {
  readonly budget: Budget;
  /** Records the money that this start has spent. */
  close(): Promise<void>;
}

/**
 * The budget of --budget-usd: the models may cost as much in this suite, over all starts in this folder. A start that is killed counts as
 * much as it had reserved.
 * @throws UserError if the record of earlier starts is damaged: what they cost is unknown, which is not zero
 */
export async function suiteBudget(
  { suite, budgetUsd }: { readonly suite: string; readonly budgetUsd?: number | undefined },
  { objects, clock }: { readonly objects: ObjectStore; readonly clock: Pick<Clock, "randomUuid"> },
): Promise<SuiteBudget> {
  if (budgetUsd === undefined) return { budget: createBudget(), close: async () => undefined };
  const key = keys.suiteBudget(suite);
  await getJson(objects, key, BudgetFile).catch((cause: unknown) => {
    if (!(cause instanceof DamagedObject)) throw cause;
    throw new UserError(
      `${key}: the record of what suite ${suite} has cost is damaged; delete it to start with the whole budget again, or leave out --budget-usd`,
      { cause },
    );
  });
  const budget = slicedBudget({
    objects,
    key,
    run: suite,
    limitMicroUsd: microUsdDown(budgetUsd),
    sliceId: clock.randomUuid(),
    holder: "medhelm run",
  });
  return { budget, close: () => budget.settle(true) };
}
