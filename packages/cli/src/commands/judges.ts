import { FolderName } from "@medhelm/core/submission";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { minuteOptions } from "../run/options/minute-options.ts";
import { type RunOptions, runOptions } from "../run/options/run-options.ts";
import { defineCommand } from "../terminal/define-command.ts";
import { argument, flag, option } from "../terminal/option.ts";
import { positiveInt } from "../terminal/option-values.ts";

/** The values of medhelm run's other options. The candidates are built in, so that no judge can be one of them. */
const others: RunOptions = { ...z.object(runOptions).parse({}), judgesMayBeCandidate: true };

export const command = defineCommand({
  name: "medhelm judges",
  description:
    "Check a jury on answers of known quality. These are references, and references that are shuffled, empty, truncated, padded or have one planted dangerous error. medhelm judges check CONF prints how the scores change, and the share of planted errors that the jury catches. medhelm judges physicians FILE RUN prints the macro F1 of a judge against physicians' labels, for each category of HealthBench's criteria.",
  options: {
    action: argument("what to do", z.enum(["check", "physicians"])),
    conf: argument(
      "check: a .conf file with run entries of benchmarks with judges; the models that it names are not asked. physicians: HealthBench's file of physicians' labels",
      z.string(),
    ),
    runs: argument(
      "physicians: runs of health_bench_meta, each of a judge; several are also a jury, by majority",
      z.array(z.string()).default([]),
    ),
    maxEvalInstances: option("n", "use at most this many instances of each benchmark", positiveInt.default(40), {
      short: "m",
    }),
    suite: option(
      "name",
      "check: name of the suite of its runs (default: judges-check). physicians: suite of the runs (default: default)",
      FolderName.optional(),
    ),
    dryRun: flag("print what the check would cost, and send nothing", { short: "d" }),
    judges: runOptions.judges,
    budgetUsd: runOptions.budgetUsd,
    outputPath: runOptions.outputPath,
    numThreads: runOptions.numThreads,
    ...minuteOptions,
    localPath: runOptions.localPath,
    endpoint: runOptions.endpoint,
    judgeEndpoint: runOptions.judgeEndpoint,
    allowRetiredJudges: runOptions.allowRetiredJudges,
    apiKeyEnv: runOptions.apiKeyEnv,
    modelName: runOptions.modelName,
    trust: runOptions.trust,
    pricePerMillion: runOptions.pricePerMillion,
    dataDir: runOptions.dataDir,
    offline: runOptions.offline,
    offlineAllow: runOptions.offlineAllow,
    allowHosted: runOptions.allowHosted,
    plugins: runOptions.plugins,
    prompts: runOptions.prompts,
    promptsDir: runOptions.promptsDir,
    protocol: runOptions.protocol,
    maxFailures: runOptions.maxFailures,
    retryFailed: runOptions.retryFailed,
    fresh: runOptions.fresh,
    maxRetries: runOptions.maxRetries,
    timeout: runOptions.timeout,
    extraHeader: runOptions.extraHeader,
    extraBody: runOptions.extraBody,
    json: runOptions.json,
  },
  async run({ action, conf, runs, ...given }) {
    if (action === "physicians") {
      const { judgesAndPhysicians } = await import("../judges/judges-and-physicians.ts");
      return judgesAndPhysicians(conf, runs, given);
    }
    if (runs.length > 0) throw new UserError(`medhelm judges check takes one file; leave out ${runs.join(" ")}`);
    const { checkJury } = await import("../judges/check-jury.ts");
    return checkJury(conf, { ...others, ...given, suite: given.suite ?? "judges-check" });
  },
});
