import { FolderName } from "@medhelm/core/submission";
import { z } from "zod";
import { type RunOptions, runOptions } from "../run/run-options.ts";
import { defineCommand } from "../terminal/define-command.ts";
import { argument, flag, option } from "../terminal/option.ts";
import { positiveInt } from "../terminal/option-values.ts";

/** The values of medhelm run's other options. The candidates are built in, so that no judge can be one of them. */
const others: RunOptions = { ...z.object(runOptions).parse({}), judgesMayBeCandidate: true };

export const command = defineCommand({
  name: "medhelm judges",
  description:
    "Check a jury on answers whose quality is known: references, and references that are shuffled, empty, truncated, padded or have one planted dangerous error. medhelm judges check CONF prints how the scores move, and the share of planted errors that the jury catches.",
  options: {
    action: argument("what to do", z.enum(["check"])),
    conf: argument(
      "a .conf file with run entries of benchmarks with judges; the models that it names are not asked",
      z.string(),
    ),
    maxEvalInstances: option("n", "use at most this many instances of each benchmark", positiveInt.default(40), {
      short: "m",
    }),
    suite: option("name", "name of the suite of the check's runs", FolderName.default("judges-check")),
    dryRun: flag("print what the check would cost, and send nothing", { short: "d" }),
    judges: runOptions.judges,
    budgetUsd: runOptions.budgetUsd,
    outputPath: runOptions.outputPath,
    numThreads: runOptions.numThreads,
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
  async run({ action: _action, conf, ...given }) {
    const { checkJury } = await import("../judges/check-jury.ts");
    return checkJury(conf, { ...others, ...given });
  },
});
