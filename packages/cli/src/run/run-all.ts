import { join } from "node:path";
import { systemClock } from "@medhelm/adapters/system-clock";
import { planWording, wordingOf } from "@medhelm/core/run/spec/wording";
import { requireFolder } from "../places/make-output-folder.ts";
import { openStore } from "../places/open-store.ts";
import { requireOutputFile } from "../places/require-output-file.ts";
import { gateExitCode } from "../gate/gate-text.ts";
import type { ServedModels } from "../models/choose-models.ts";
import { requirePrices } from "../models/model-prices.ts";
import { interruptSignal } from "../terminal/interrupt-signal.ts";
import { orInterrupted } from "../terminal/or-interrupted.ts";
import { progressLine } from "../terminal/progress-line.ts";
import { applyOffline } from "./apply-offline.ts";
import type { RunOptions } from "./options/run-options.ts";
import { overlap, type OverlapOptions } from "./overlap.ts";
import { portsOfOptions } from "./ports-of-options.ts";
import { prepareRuns } from "./prepare-runs.ts";
import { exitCodeOfRuns, writeReports } from "./reports/end-of-runs.ts";
import { reportsInOrder } from "./reports/reports-in-order.ts";
import { reportJson } from "./reports/run-report.ts";
import { runGate, testRuns } from "./run-gate.ts";
import { suiteBudget } from "./suite-budget.ts";
import { aggregatorInThread } from "./threads/aggregator-in-thread.ts";
import { boundHeap } from "./threads/bound-heap.ts";
import { untilFree } from "./until-free.ts";
import { type NumberedPlan, type PlannedWork, workPlanned } from "./work-planned.ts";

/** Runs all entries, several at once. A run that fails does not stop the others. @returns the exit code */
export async function runAll(options: RunOptions & ServedModels): Promise<number> {
  await applyOffline(options);
  boundHeap();
  if (options.junit !== undefined) requireOutputFile(options.junit, "--junit");
  const gate = await runGate(options);
  const { extensions, models, plans } = await prepareRuns(options, { asksServers: true });
  await gate?.requireModels(plans.map(({ plan }) => plan.runSpec.adapter_spec.model));
  await requirePrices(options, plans, models);
  const line = progressLine(process.stderr, systemClock.monotonicMs);
  const wording = new Map(plans.map(({ plan, prompts }) => [plan.runSpec.name, wordingOf(planWording(plan, prompts))]));
  const objects = openStore(options.outputPath);
  const { budget, close } = await suiteBudget(options, { objects, clock: systemClock });
  const ports = portsOfOptions(options, models, extensions, {
    objects,
    budget,
    report: (progress) => line.report({ ...progress, prompts: wording.get(progress.run) }),
  });
  const thread = aggregatorInThread({
    outputPath: options.outputPath,
    plugins: [...options.plugins],
    helmFiles: options.helmFiles,
    ...(options.offline && { allowedHosts: [...options.offlineAllow] }),
  });
  const suiteFolder = join(options.outputPath, "runs", options.suite);
  requireFolder(suiteFolder);
  for (const { plan } of plans) requireFolder(join(suiteFolder, plan.runSpec.name));
  const stop = interruptSignal();
  const { signal } = stop;
  const { deployments } = models.prodEnv;
  const { metricFor: metrics } = extensions;
  const count = plans.length;
  const numbered = plans.map((planned, index) => ({ planned, index }));
  const inOrder = reportsInOrder((report) => {
    if (options.json) process.stdout.write(reportJson(report, options.suite, options));
  });
  try {
    await workAll({ ports, options, deployments, metrics, thread, signal, line, wording, count }, numbered, inOrder);
  } finally {
    await close();
  }
  const reports = inOrder.all();
  stop.dispose();
  if (options.dryRun) await (await import("../plan/print-plan.ts")).printPlan(plans, options, models);
  const gates = await testRuns(gate, options, reports, count);
  await writeReports(options, reports, gates);
  return exitCodeOfRuns(reports, count, options) || gateExitCode(gates);
}

/** Works on all plans and collects their reports. Runs that other processes hold follow when they are free. */
async function workAll(
  work: PlannedWork,
  plans: readonly NumberedPlan[],
  reports: Pick<ReturnType<typeof reportsInOrder>, "add">,
): Promise<void> {
  const { ports, options, signal } = work;
  let waiting = plans;
  let taken: NumberedPlan[] = [];
  const workOne = async (one: NumberedPlan): Promise<void> => {
    const end = await orInterrupted(workPlanned(work, one), signal, systemClock);
    if (end.kind === "taken") taken.push(one);
    if (end.kind !== "reported") return;
    reports.add(one.index, end.report);
    if (end.report.kind === "failed" && options.exitOnError) throw new ExitOnError();
  };
  try {
    for (;;) {
      await overlap(waiting, { groupOf: deploymentOf, ...runsAtOnce(options) }, workOne);
      if (taken.length === 0) return;
      const free = await untilFree({ ...ports, suite: options.suite }, taken.map(nameOf), signal);
      waiting = taken.filter((one) => free.has(nameOf(one)));
      taken = taken.filter((one) => !free.has(nameOf(one)));
    }
  } catch (error) {
    if (!(error instanceof ExitOnError)) throw error;
  }
}

const nameOf = ({ planned }: NumberedPlan): string => planned.plan.runSpec.name;
const deploymentOf = ({ planned }: NumberedPlan): string => planned.plan.runSpec.adapter_spec.model_deployment;

/** Ends the command after the first run that fails. */
class ExitOnError extends Error {}

/** One run at a time where the end of a run decides about the next: a budget completes the first runs rather than none. */
function runsAtOnce({
  exitOnError,
  dryRun,
  budgetUsd,
}: RunOptions): Pick<OverlapOptions<unknown>, "perGroup" | "atOnce"> {
  const isOneByOne = exitOnError || dryRun || budgetUsd !== undefined;
  return { perGroup: 2, atOnce: isOneByOne ? 1 : 8 };
}
