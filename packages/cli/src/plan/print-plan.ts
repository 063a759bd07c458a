import { UserError } from "@medhelm/core/user-error";
import type { PlanWithPrompts } from "@medhelm/service/prompts/helm-specs";
import type { Models } from "../models/load-models.ts";
import { requirePrices } from "../models/model-prices.ts";
import { minuteLimitsOf } from "../run/options/minute-options.ts";
import type { RunOptions } from "../run/options/run-options.ts";
import { FIRST_CONCURRENCY } from "@medhelm/core/run/asking/concurrency-of";
import { estimateRuns } from "./estimate-runs.ts";
import { planJson, planText } from "./plan-report.ts";
import { jsonLine } from "../terminal/json-line.ts";
import { printText } from "../terminal/print-text.ts";

/**
 * Prints the plan of the runs on stdout, as a table or as JSON.
 * @returns whether all runs could start
 */
export async function printPlan(
  plans: readonly PlanWithPrompts[],
  options: RunOptions,
  models: Models,
): Promise<boolean> {
  const runs = await estimateRuns(plans, options, models);
  const problems = await budgetProblems(plans, options, models);
  const { numThreads: concurrency = FIRST_CONCURRENCY, json } = options;
  const speed = { concurrency, ...minuteLimitsOf(options) };
  if (json) process.stdout.write(jsonLine({ ...planJson(runs, speed), problems }));
  else printText(planText(runs, speed, problems));
  return problems.length === 0 && runs.every((run) => run.problems.length === 0);
}

async function budgetProblems(...of: Parameters<typeof printPlan>): Promise<string[]> {
  const [plans, options, models] = of;
  try {
    await requirePrices(options, plans, models);
    return [];
  } catch (error) {
    if (error instanceof UserError) return [error.message];
    throw error;
  }
}
