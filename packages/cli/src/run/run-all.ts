import { systemClock } from "@medhelm/adapters/system-clock";
import { exitCodes } from "@medhelm/core/exit-codes";
import { createBudget } from "@medhelm/core/money/budget";
import { microUsdDown } from "@medhelm/core/money/micro-usd";
import type { WorkerPorts } from "@medhelm/service/work/ports";
import type { RunOptions } from "./run-options.ts";
import { writeDryRun } from "./dry-run.ts";
import { encoderPort } from "./encoder.ts";
import { endpointFlags } from "./endpoint-flags.ts";
import { failureLines } from "../terminal/failure-lines.ts";
import { canBeMended, textOf } from "../terminal/exit.ts";
import { interruption } from "../terminal/interruption.ts";
import { loadModels, type Models } from "./models.ts";
import { openStore } from "./output-store.ts";
import { withPluginModels } from "../plugins/plugin-models.ts";
import { type Extensions, loadPlugins } from "../plugins/load-plugins.ts";
import { planRuns } from "./plan-runs.ts";
import { progressLine } from "../terminal/progress-line.ts";
import { runOne } from "./run-one.ts";
import { say } from "../terminal/say.ts";
import { dataSource, workerPorts } from "./worker-ports.ts";

/** All runs of the entries, one after the other. One failing run does not lose the others. */
export async function runAll(options: RunOptions): Promise<number> {
  const env = process.env;
  const { localPath, allowRetiredJudges } = options;
  const extensions = await loadPlugins(options.plugins, process.cwd());
  const models = withPluginModels(
    await loadModels({ localPath, env, allowRetiredJudges, notice: say, ...endpointFlags(options) }),
    extensions.models,
  );
  const plans = await planRuns(options, models, extensions);
  if (options.offline) (await import("@medhelm/adapters/models/offline")).installOfflineGuard(options.offlineAllow);
  const line = progressLine(process.stderr, systemClock.monotonicMs);
  const ports = portsOf(options, models, extensions, line.report);
  const stop = interruption();
  const failures: { run: string; error: unknown }[] = [];
  for (const [i, planned] of plans.entries()) {
    const run = planned.plan.runSpec.name;
    try {
      const text = options.dryRun
        ? `dry run, ${await writeDryRun(ports, models.prodEnv.deployments, options.suite, planned.plan)} requests written, none sent`
        : await runOne(ports, options, planned, { metrics: extensions.metricFor, signal: stop.signal });
      line.clear();
      say(`${run}: ${text} (${i + 1} of ${plans.length})`);
    } catch (error) {
      line.clear();
      if (stop.signal.aborted) throw stop.signal.reason;
      failures.push({ run, error });
      say(`${run}: ${textOf(error)}`);
      if (options.exitOnError) break;
    }
  }
  stop.dispose();
  if (failures.length === 0) return 0;
  // a single reason was said just before
  const lines = failures.length === 1 ? [] : failureLines(failures);
  if (plans.length > 1)
    say(`${failures.length} of ${plans.length} runs failed:${lines.length > 0 ? "" : ` ${failures[0]?.run}`}`);
  for (const text of lines) say(`  ${text}`);
  return failures.every(({ error }) => canBeMended(error)) ? exitCodes.userError : exitCodes.bug;
}

function portsOf(
  options: RunOptions,
  models: Models,
  { annotatorFor }: Extensions,
  report: WorkerPorts["report"],
): WorkerPorts {
  const env = process.env;
  return workerPorts({
    objects: openStore(options.outputPath),
    models,
    annotators: annotatorFor,
    data: dataSource({ ...options, dataDir: options.dataDir, env }),
    encoder: encoderPort({ ...options, env, notice: say }),
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
