import { counted } from "@medhelm/core/text/counted";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { systemClock } from "@medhelm/adapters/system-clock";
import { exitCodes } from "@medhelm/core/exit-codes";
import type { Budget } from "@medhelm/core/money/budget";
import type { ObjectStore } from "@medhelm/core/ports";
import { RunStopped } from "@medhelm/core/run/asking/run-stopped";
import type { WorkerPorts } from "@medhelm/service/work/ports";
import { applyOffline } from "./apply-offline.ts";
import { aggregatorInThread } from "./threads/aggregator-in-thread.ts";
import { boundHeap } from "./threads/bound-heap.ts";
import type { ServedModels } from "../models/choose-models.ts";
import type { RunOptions } from "./options/run-options.ts";
import { gateRule } from "../gate/gate-rule.ts";
import type { Gate } from "../gate/open-gate.ts";
import { gateExitCode, gateText, type ModelGate } from "../gate/gate-text.ts";
import { encoderPort } from "./encoder-port.ts";
import { failureLines } from "../terminal/failure-lines.ts";
import { isUserFixable, errorText } from "../terminal/report-error.ts";
import { interruptSignal } from "../terminal/interrupt-signal.ts";
import { orInterrupted } from "../terminal/or-interrupted.ts";
import type { Models } from "../models/load-models.ts";
import { requireFolder } from "../places/make-output-folder.ts";
import { openReadStore, openStore } from "../places/open-store.ts";
import type { Extensions } from "../plugins/load-plugins.ts";
import { requirePrices } from "../models/model-prices.ts";
import { prepareRuns } from "./prepare-runs.ts";
import { planWording, wordingOf } from "@medhelm/core/run/spec/wording";
import { progressLine } from "../terminal/progress-line.ts";
import { DEFAULT_OUTPUT_PATH } from "../terminal/common-options.ts";
import { overlap, type OverlapOptions } from "./overlap.ts";
import type { PlanWithPrompts } from "@medhelm/service/prompts/helm-specs";
import { reportsInOrder } from "./reports/reports-in-order.ts";
import { endText, runOne, RunTaken } from "./run-one.ts";
import { untilFree } from "./until-free.ts";
import { concurrencyOf } from "@medhelm/core/run/asking/concurrency-of";
import { writingTo } from "@medhelm/core/writing-to";
import { minuteLimitsOf } from "./options/minute-options.ts";
import { runNotices } from "./reports/run-notices.ts";
import { type Accepted, problemOf, reportJson, runPath, type RunReport, runTable } from "./reports/run-report.ts";
import { printMessage } from "../terminal/print-message.ts";
import { suiteBudget } from "./suite-budget.ts";
import { dataSource, workerPorts } from "./worker-ports.ts";
import { jsonLine } from "../terminal/json-line.ts";
import { printText } from "../terminal/print-text.ts";
import { requireOutputFile } from "../places/require-output-file.ts";

/** Runs all entries, several at once. A run that fails does not stop the others. @returns the exit code */
export async function runAll(options: RunOptions & ServedModels): Promise<number> {
  await applyOffline(options);
  boundHeap();
  if (options.junit !== undefined) requireOutputFile(options.junit, "--junit");
  const gate = await gateOf(options);
  const { extensions, models, plans } = await prepareRuns(options, { asksServers: true });
  await gate?.requireModels(plans.map(({ plan }) => plan.runSpec.adapter_spec.model));
  await requirePrices(options, plans, models);
  const line = progressLine(process.stderr, systemClock.monotonicMs);
  const wording = new Map(plans.map(({ plan, prompts }) => [plan.runSpec.name, wordingOf(planWording(plan, prompts))]));
  const objects = openStore(options.outputPath);
  const { budget, close } = await suiteBudget(options, { objects, clock: systemClock });
  const ports = portsOf(options, models, extensions, {
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
  const { suite } = options;
  const inOrder = reportsInOrder((report) => {
    if (options.json) process.stdout.write(reportJson(report, suite, options));
  });
  /** The runs that other processes hold. */
  let taken: NumberedPlan[] = [];
  const work = async (one: NumberedPlan): Promise<void> => {
    const { planned, index } = one;
    const { name: run, adapter_spec } = planned.plan.runSpec;
    const startMs = systemClock.monotonicMs();
    const ofAll = `(${index + 1} of ${plans.length})`;
    try {
      if (options.dryRun) {
        const { writeDryRun } = await import("./dry-run.ts");
        const count = await writeDryRun(ports, models.prodEnv.deployments, suite, planned.plan);
        line.end(run);
        printMessage(
          `${run}: dry run, ${counted(count, "request")} written, none sent; prompts: ${wording.get(run)} ${ofAll}`,
        );
        return;
      }
      const report = await runOne(ports, options, planned, {
        metrics: extensions.metricFor,
        signal: stop.signal,
        thread,
      });
      line.end(run);
      printMessage(`${run}: ${endText(report)} ${ofAll}`);
      if (report.kind === "scored")
        for (const notice of runNotices(report, { maxTokens: adapter_spec.max_tokens, endpoint: options.endpoint }))
          printMessage(`${run}: ${notice}`);
      inOrder.add(index, report);
    } catch (error) {
      line.end(run);
      if (stop.signal.aborted) throw stop.signal.reason;
      if (error instanceof RunTaken) {
        taken.push(one);
        printMessage(`${run}: ${error.why}; this process tries it again later ${ofAll}`);
        return;
      }
      const seconds = (systemClock.monotonicMs() - startMs) / 1000;
      inOrder.add(index, { kind: "failed", run, path: runPath(options.outputPath, suite, run), error, seconds });
      printMessage(`${run}: ${failedText(error, plans.length, ofAll)}`);
      if (options.exitOnError) throw new ExitOnError();
    }
  };
  const workUntilStopped = (one: NumberedPlan) => orInterrupted(work(one), stop.signal, systemClock);
  const numbered = plans.map((planned, index) => ({ planned, index }));
  try {
    await overlap(numbered, { groupOf: deploymentOf, ...runsAtOnce(options) }, workUntilStopped);
    while (taken.length > 0) {
      const free = await untilFree({ ...ports, suite }, taken.map(nameOf), stop.signal);
      const again = taken.filter((one) => free.has(nameOf(one)));
      taken = taken.filter((one) => !again.includes(one));
      await overlap(again, { groupOf: deploymentOf, ...runsAtOnce(options) }, workUntilStopped);
    }
  } catch (error) {
    if (!(error instanceof ExitOnError)) throw error;
  } finally {
    await close();
  }
  const reports = inOrder.all();
  stop.dispose();
  if (options.dryRun) await (await import("../plan/print-plan.ts")).printPlan(plans, options, models);
  const gates = await testRuns(gate, options, reports, plans.length);
  await writeReports(options, reports, gates);
  return endOf(reports, plans.length, options) || gateExitCode(gates);
}

interface NumberedPlan {
  readonly planned: PlanWithPrompts;
  readonly index: number;
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

/** The reason of a failure, if it is not printed again at the end with the runs that it concerns. */
const failedText = (error: unknown, planned: number, ofAll: string): string =>
  planned === 1 || !isUserFixable(error)
    ? errorText(error)
    : `failed, for a reason that is printed at the end ${ofAll}`;

/** Loads the code of gates only for a run with one. */
async function gateOf(options: RunOptions): Promise<Gate | undefined> {
  if (gateRule(options) === undefined) return undefined;
  const [{ openGate }, { readBaseline }] = await Promise.all([
    import("../gate/open-gate.ts"),
    import("../gate/read-baseline.ts"),
  ]);
  return openGate(options, (name, model) => readBaseline(name, options.outputPath, model));
}

/** Tests the scores if all runs are sealed. */
async function testRuns(
  gate: Gate | undefined,
  { outputPath, suite, dryRun }: RunOptions,
  reports: readonly RunReport[],
  planned: number,
): Promise<ModelGate[]> {
  const ended = reports.filter(({ kind }) => kind !== "failed");
  if (gate === undefined || dryRun || ended.length < planned) return [];
  const { readSealedRun } = await import("../finished-runs/sealed-run.ts");
  const objects = openReadStore(outputPath);
  return gate.test(await Promise.all(ended.map(({ run }) => readSealedRun(objects, suite, run))));
}

async function writeReports(
  options: RunOptions,
  reports: readonly RunReport[],
  gates: readonly ModelGate[],
): Promise<void> {
  if (options.junit !== undefined) {
    const { junitXml } = await import("./reports/junit.ts");
    const { junit, suite } = options;
    await writingTo(junit, () => writeFile(junit, junitXml(suite, reports, options, gates)));
  }
  if (!options.json && reports.some(hasAsked)) printText(endTable(options, reports));
  if (gates.length === 0) return;
  process.stdout.write(options.json ? jsonLine({ gates }) : `\n${gateText(gates)}`);
}

/** A run that the user must correct first has only its sentence, and no table. */
const hasAsked = (report: RunReport): boolean =>
  report.kind === "scored" ||
  (report.kind === "failed" && report.error instanceof RunStopped && report.error.isServerFault);

function endTable({ outputPath, suite }: RunOptions, reports: readonly RunReport[]): string {
  const [first] = reports;
  const path = reports.length === 1 && first !== undefined ? first.path : join(outputPath, "runs", suite);
  const output = outputPath === DEFAULT_OUTPUT_PATH ? "" : ` -o ${outputPath}`;
  const isFailed = reports.every(({ kind }) => kind === "failed");
  const next = isFailed
    ? "remove the cause, then run the same command again"
    : `medhelm summarize --suite ${suite}${output}`;
  return `\n${runTable(reports)}\nresults  ${path}\nnext     ${next}\n`;
}

/** Prints each cause of failure once, with its runs. The reason of a single run was printed just before. @returns the exit code */
function endOf(reports: readonly RunReport[], planned: number, accepted: Accepted): number {
  const failures = reports.filter((report) => report.kind === "failed");
  const problems = reports.flatMap((report) =>
    report.kind === "failed" ? [] : (problemOf(report, accepted)?.message.concat(` (${report.run})`) ?? []),
  );
  for (const problem of problems) printMessage(problem);
  if (failures.length === 0) return problems.length === 0 ? exitCodes.success : exitCodes.runFailed;
  if (planned > 1) {
    printMessage(`${failures.length} of ${planned} runs failed:`);
    for (const text of failureLines(failures)) printMessage(`  ${text}`);
  }
  if (!failures.every(({ error }) => isUserFixable(error))) return exitCodes.bug;
  const isServerFault = failures.some(({ error }) => error instanceof RunStopped && error.isServerFault);
  return isServerFault ? exitCodes.runFailed : exitCodes.userError;
}

/** The worker's ports for the options of a run. */
export function portsOf(
  options: RunOptions,
  models: Models,
  { annotatorFor }: Extensions,
  own: { readonly objects: ObjectStore; readonly budget: Budget; readonly report: WorkerPorts["report"] },
): WorkerPorts {
  const env = process.env;
  return workerPorts({
    outputPath: options.outputPath,
    ...own,
    owner: "local",
    models,
    annotators: annotatorFor,
    data: dataSource({ ...options, dataDir: options.dataDir, env }),
    encoder: encoderPort({ ...options, env, notice: printMessage }),
    fhirServer: options.fhirServer,
    ...concurrencyOf(options),
    ...minuteLimitsOf(options),
    offline: options.offline,
    allowedHosts: options.offlineAllow,
    allowHosted: options.allowHosted,
    shareAnswers: !options.disableCache,
    env,
    maxRetries: options.maxRetries,
  });
}
