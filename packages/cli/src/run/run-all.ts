import { join } from "node:path";
import { systemClock } from "@medhelm/adapters/system-clock";
import { exitCodes } from "@medhelm/core/exit-codes";
import { createBudget } from "@medhelm/core/money/budget";
import { microUsdDown } from "@medhelm/core/money/micro-usd";
import type { WorkerPorts } from "@medhelm/service/work/ports";
import type { RunOptions } from "./run-options.ts";
import { writeDryRun } from "./dry-run.ts";
import { encoderPort } from "./encoder-port.ts";
import { chooseModels } from "./choose-models.ts";
import { endpointFlags } from "./endpoint-flags.ts";
import { failureLines } from "../terminal/failure-lines.ts";
import { isUserFixable, errorText } from "../terminal/report-error.ts";
import { interruptSignal } from "../terminal/interrupt-signal.ts";
import { loadModels, type Models } from "./load-models.ts";
import { requireFolder } from "./make-output-folder.ts";
import { openStore } from "./open-store.ts";
import { withPluginModels } from "../plugins/plugin-models.ts";
import { type Extensions, loadPlugins } from "../plugins/load-plugins.ts";
import { planRuns } from "./plan-runs.ts";
import { progressLine } from "../terminal/progress-line.ts";
import { runOne } from "./run-one.ts";
import { printMessage } from "../terminal/print-message.ts";
import { dataSource, workerPorts } from "./worker-ports.ts";

/** Runs all entries one after the other. A run that fails does not stop the others. @returns the exit code */
export async function runAll(options: RunOptions): Promise<number> {
  const env = process.env;
  const { localPath, allowRetiredJudges } = options;
  const extensions = await loadPlugins(options.plugins, process.cwd());
  const { chosen, servers } = await chooseModels(options, env);
  const models = withPluginModels(
    await loadModels({ localPath, env, allowRetiredJudges, notice: printMessage, ...endpointFlags(options), servers }),
    extensions.models,
  );
  const plans = await planRuns(options, models, { ...extensions, chosen });
  if (options.offline) (await import("@medhelm/adapters/models/offline")).installOfflineGuard(options.offlineAllow);
  const line = progressLine(process.stderr, systemClock.monotonicMs);
  const ports = portsOf(options, models, extensions, line.report);
  const suiteFolder = join(options.outputPath, "runs", options.suite);
  requireFolder(suiteFolder);
  for (const { plan } of plans) requireFolder(join(suiteFolder, plan.runSpec.name));
  const stop = interruptSignal();
  const failures: { run: string; error: unknown }[] = [];
  for (const [i, planned] of plans.entries()) {
    const run = planned.plan.runSpec.name;
    try {
      const text = options.dryRun
        ? `dry run, ${await writeDryRun(ports, models.prodEnv.deployments, options.suite, planned.plan)} requests written, none sent`
        : await runOne(ports, options, planned, { metrics: extensions.metricFor, signal: stop.signal });
      line.clear();
      printMessage(`${run}: ${text} (${i + 1} of ${plans.length})`);
    } catch (error) {
      line.clear();
      if (stop.signal.aborted) throw stop.signal.reason;
      failures.push({ run, error });
      printMessage(`${run}: ${errorText(error)}`);
      if (options.exitOnError) break;
    }
  }
  stop.dispose();
  if (failures.length === 0) return 0;
  // the reason of a single failure was printed just before
  const lines = failures.length === 1 ? [] : failureLines(failures);
  if (plans.length > 1)
    printMessage(`${failures.length} of ${plans.length} runs failed:${lines.length > 0 ? "" : ` ${failures[0]?.run}`}`);
  for (const text of lines) printMessage(`  ${text}`);
  return failures.every(({ error }) => isUserFixable(error)) ? exitCodes.userError : exitCodes.bug;
}

function portsOf(
  options: RunOptions,
  models: Models,
  { annotatorFor }: Extensions,
  report: WorkerPorts["report"],
): WorkerPorts {
  const env = process.env;
  return workerPorts({
    outputPath: options.outputPath,
    objects: openStore(options.outputPath),
    models,
    annotators: annotatorFor,
    data: dataSource({ ...options, dataDir: options.dataDir, env }),
    encoder: encoderPort({ ...options, env, notice: printMessage }),
    budget: createBudget(options.budgetUsd === undefined ? {} : { maxMicroUsd: microUsdDown(options.budgetUsd) }),
    concurrency: options.numThreads,
    offline: options.offline,
    allowedHosts: options.offlineAllow,
    allowHosted: options.allowHosted,
    shareAnswers: !options.disableCache,
    env,
    report,
  });
}
