import { createBudget, type Budget } from "@medhelm/core/money/budget";
import { microUsdDown } from "@medhelm/core/money/micro-usd";
import { slicedBudget } from "@medhelm/core/money/sliced-budget";
import type { Clock, ObjectStore } from "@medhelm/core/ports";
import { keys } from "@medhelm/core/store/object-keys";

interface SuiteBudget {
  readonly budget: Budget;
  /** Records the money that this start has spent. */
  close(): Promise<void>;
}

/**
 * The budget of --budget-usd: the models may cost as much in this suite, over all starts in this folder. A start that is killed counts as
 * much as it had reserved.
 */
export function suiteBudget(
  { suite, budgetUsd }: { readonly suite: string; readonly budgetUsd?: number | undefined },
  { objects, clock }: { readonly objects: ObjectStore; readonly clock: Pick<Clock, "randomUuid"> },
): SuiteBudget {
  if (budgetUsd === undefined) return { budget: createBudget(), close: async () => undefined };
  const budget = slicedBudget({
    objects,
    key: keys.suiteBudget(suite),
    run: suite,
    limitMicroUsd: microUsdDown(budgetUsd),
    sliceId: clock.randomUuid(),
    holder: "medhelm run",
  });
  return { budget, close: () => budget.settle(true) };
}
