import { DEFAULT_MAX_FAILURES, MaxFailuresText } from "@medhelm/core/run/max-failures";
import { Protocol } from "@medhelm/core/run/profile";
import { z } from "zod";
import { commonOptions } from "../../terminal/common-options.ts";
import { gateOptions } from "../../gate/gate-options.ts";
import type { ValuesOf } from "../../terminal/define-command.ts";
import { flag, option } from "../../terminal/option.ts";
import { positiveInt } from "../../terminal/option-values.ts";
import { entryOptions } from "./entry-options.ts";
import { minuteOptions } from "./minute-options.ts";
import { modelOptions } from "./model-options.ts";
import { requestOptions } from "./request-options.ts";

/** The options of medhelm run: HELM's (helm/benchmark/run.py) and ours. */
export const runOptions = {
  confPaths: option("files", ".conf files with run entries", z.array(z.string()).default([]), { short: "c" }),
  ...entryOptions,
  serve: option(
    "server",
    "start this installed server with the model of --model, and end it after the run",
    z.enum(["vllm", "ollama", "llama.cpp"]).optional(),
  ),
  weights: option(
    "path",
    "the weights for --serve: a folder, or a .gguf file; default: the name of the model",
    z.string().optional(),
  ),
  model: option(
    "names",
    "models for the entries that name none: openai/NAME, anthropic/NAME, ..., or the http(s) address of a server",
    z.array(z.string()).optional(),
  ),
  runSpecs: option("entries", "HELM's old name of --run-entries", z.array(z.string()).default([]), { isHidden: true }),
  outputPath: commonOptions.outputPath,
  numThreads: option(
    "n",
    "maximum number of requests in flight to one deployment, for answers and verdicts (default: a number from 4 to 64 that the run finds)",
    positiveInt.optional(),
    { short: "n" },
  ),
  ...minuteOptions,
  ...modelOptions,
  ...requestOptions,
  plugins: commonOptions.plugins,
  helmCsv: flag("read the CSV files of custom benchmarks as HELM does with pandas: 001 is 1, NA is nan"),
  specFrom: option(
    "dir",
    "take the prompts from the run_spec.json files of HELM's runs in this folder",
    z.string().optional(),
  ),
  prompts: option(
    "whose",
    "own: this software's words for prompts and rubrics, not HELM's; helm: HELM's, which medhelm prompts pull has copied",
    z.enum(["own", "helm"]).default("own"),
  ),
  promptsDir: option("dir", "folder of HELM's prompts (or set MEDHELM_PROMPTS)", z.string().optional()),
  protocol: option("name", "how the judges are asked", Protocol.default("fenced")),
  maxFailures: option(
    "share",
    "a run fails if more of its requests get no answer, or more verdicts are missing: a share such as 5% (the default), or a number",
    MaxFailuresText.default(DEFAULT_MAX_FAILURES),
  ),
  retryFailed: flag("ask again for each instance that ended without an answer"),
  fresh: flag("ask everything again; the earlier results stay until the new ones are complete"),
  helmFiles: flag(
    "write large files of HELM plain into the run's folder, for HELM's tools; helm-run and medhelm-run do so",
  ),
  dryRun: flag("write the requests and send none", { short: "d" }),
  skipCompletedRuns: flag("skip sealed runs without reading them"),
  exitOnError: flag("stop at the first run that fails"),
  disableCache: flag("do not share answers between runs; each run keeps its own to resume"),
  json: flag("print one line of JSON per run on stdout, with its scores or its failure"),
  ...gateOptions,
  junit: option("file", "write a JUnit report of the runs for a CI server", z.string().optional()),
};
export type RunOptions = ValuesOf<typeof runOptions>;
