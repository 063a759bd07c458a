import { Protocol } from "@medhelm/core/run/profile";
import { FolderName } from "@medhelm/core/submission";
import { UserError } from "@medhelm/core/user-error";
import { Command, Option } from "commander";
import { z } from "zod";
import {
  acceptIgnored,
  type Ignored,
  parseOptions,
  positiveInt,
  positiveNumber,
  sha256Text,
} from "../terminal/options.ts";

/** helm-run: HELM's flags (helm/benchmark/run.py) and ours. Those that mean nothing here are accepted and said once. */
const program = new Command("medhelm run")
  .description("Run benchmarks against models; a run that was interrupted goes on where it was.")
  .option("-c, --conf-paths <files...>", "run entries in .conf files")
  .option("-r, --run-entries <entries...>", 'e.g. "pubmed_qa:model=openai/gpt-4o"')
  .addOption(new Option("--run-specs <entries...>", "HELM's old name of --run-entries").hideHelp())
  .option("--models-to-run <models...>", "only these models")
  .option("--groups-to-run <groups...>", "only runs of these groups")
  .option("--priority <n>", "leave out entries of a higher number", positiveInt)
  .option("-m, --max-eval-instances <n>", "at most this many instances a run (default: the whole split)", positiveInt)
  .option("-t, --num-train-trials <n>", "trials with other examples in the prompt", positiveInt)
  .option("--suite <name>", "name of the set of runs", "default")
  .option("-o, --output-path <dir>", "where runs and releases lie", "benchmark_output")
  .option("-n, --num-threads <n>", "requests in flight at once", positiveInt, 4)
  .option("--local-path <dir>", "folder of model_deployments.yaml, model_metadata.yaml, credentials.conf", "prod_env")
  .option("--endpoint <url>", "an OpenAI-compatible server that answers for every model, e.g. http://127.0.0.1:8000/v1")
  .option("--judge-endpoint <url>", "another one for the judges")
  .option("--judges <names...>", "judges in place of each benchmark's own: deployments, or a jury of conf/judges.yaml")
  .option("--allow-retired-judges", "ask judges that their provider has retired all the same")
  .option("--api-key-env <name>", "environment variable that holds the endpoint's key")
  .option("--model-name <name>", "the model's name on that server")
  .option("--data-dir <dir>", "mirror of the benchmarks' data (or MEDHELM_DATA)")
  .option("--encoder-dir <dir>", "BERTScore's encoder: onnx/model.onnx and tokenizer.json (or MEDHELM_ENCODER)")
  .option("--encoder-download", "take that encoder from the Hugging Face hub, and pin what came")
  .option("--encoder-sha256 <hex>", "what the sha256 of its model.onnx must be", sha256Text)
  .option(
    "--plugins <places...>",
    "folders, files or packages with benchmarks, metrics, annotators or models of your own",
  )
  .option("--helm-csv", "read custom benchmarks' CSV files as HELM's pandas does: 001 is 1, NA is nan")
  .option("--spec-from <dir>", "take prompts from the run_spec.json of HELM's runs in this folder")
  .addOption(new Option("--protocol <name>", "how judges are asked").choices(["helm", "fenced"]).default("fenced"))
  .option("--offline", "refuse every connection beyond this machine")
  .option("--offline-allow <hosts...>", "hosts that --offline lets through")
  .option("--allow-hosted", "let the text of local benchmarks go to hosted models")
  .option("--budget-usd <dollars>", "stop before this much is spent", positiveNumber)
  .option("--retry-failed", "ask again for what ended without an answer")
  .option("-d, --dry-run", "write the requests and ask nothing")
  .option("--skip-completed-runs", "do not even look into runs that are sealed")
  .option("--exit-on-error", "stop at the first run that fails")
  .option("--disable-cache", "keep answers for the resume of their own run only")
  .option("--json", "one line of JSON a run on stdout");

/** HELM's flags without a meaning here: why. */
const ignored: Ignored = {
  "--skip-instances": "instances are always needed",
  "--cache-instances": "data files are cached, instances are made from them in milliseconds",
  "--cache-instances-only": "data files are cached, instances are made from them in milliseconds",
  "--mongo-uri": "answers are kept under the output path",
  "--server-url": "use medhelm submit to work through a server",
  "--api-key-path": "use medhelm submit to work through a server",
  "--enable-huggingface-models": "serve the model with vLLM or Ollama and give --endpoint",
  "--enable-local-huggingface-models": "serve the model with vLLM or Ollama and give --endpoint",
  "--runner-class-name": "there is one runner",
  "--log-config": "progress goes to stderr",
};

const Options = z.object({
  confPaths: z.array(z.string()).default([]),
  runEntries: z.array(z.string()).default([]),
  runSpecs: z.array(z.string()).default([]),
  modelsToRun: z.array(z.string()).optional(),
  groupsToRun: z.array(z.string()).optional(),
  priority: z.int().optional(),
  maxEvalInstances: z.int().optional(),
  numTrainTrials: z.int().optional(),
  suite: FolderName,
  outputPath: z.string(),
  numThreads: z.int(),
  localPath: z.string(),
  endpoint: z.string().optional(),
  judgeEndpoint: z.string().optional(),
  judges: z.array(z.string()).optional(),
  allowRetiredJudges: z.boolean().default(false),
  apiKeyEnv: z.string().optional(),
  modelName: z.string().optional(),
  dataDir: z.string().optional(),
  encoderDir: z.string().optional(),
  encoderDownload: z.boolean().default(false),
  encoderSha256: z.string().optional(),
  plugins: z.array(z.string()).default([]),
  helmCsv: z.boolean().default(false),
  specFrom: z.string().optional(),
  protocol: Protocol,
  offline: z.boolean().default(false),
  offlineAllow: z.array(z.string()).default([]),
  allowHosted: z.boolean().default(false),
  budgetUsd: z.number().optional(),
  retryFailed: z.boolean().default(false),
  dryRun: z.boolean().default(false),
  skipCompletedRuns: z.boolean().default(false),
  exitOnError: z.boolean().default(false),
  disableCache: z.boolean().default(false),
  json: z.boolean().default(false),
});
export type RunOptions = z.infer<typeof Options>;

export async function command(args: readonly string[]): Promise<number> {
  const options = parseOptions(acceptIgnored(program, ignored), args, Options, ignored);
  if (options.confPaths.length + options.runEntries.length + options.runSpecs.length === 0)
    throw new UserError("nothing to run: give --conf-paths FILE or --run-entries ENTRY");
  const { runAll } = await import("../run/run-all.ts");
  return runAll(options);
}
