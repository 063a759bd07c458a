import { Command } from "commander";
import { z } from "zod";
import { parseOptions, portNumber, positiveInt, sha256Text } from "../terminal/options.ts";
import { startStack } from "../stack/stack.ts";
import { untilStopped } from "../stack/until-stopped.ts";
import { say } from "../terminal/say.ts";

export const stackFlags = (name: string): Command =>
  new Command(name)
    .option("-o, --output-path <dir>", "where everything lies", "benchmark_output")
    .option("-p, --port <n>", "port on 127.0.0.1; the next free one is taken", portNumber, 8787)
    .option("-n, --num-threads <n>", "requests in flight at once to one model", positiveInt, 16)
    .option("--local-path <dir>", "folder of model_deployments.yaml, model_metadata.yaml, credentials.conf", "prod_env")
    .option("--endpoint <url>", "an OpenAI-compatible server that answers for every model")
    .option("--judge-endpoint <url>", "another one for the judges")
    .option("--allow-retired-judges", "ask judges that their provider has retired all the same")
    .option("--api-key-env <name>", "environment variable that holds the endpoint's key")
    .option("--model-name <name>", "the model's name on that server")
    .option("--data-dir <dir>", "mirror of the benchmarks' data (or MEDHELM_DATA)")
    .option("--encoder-dir <dir>", "BERTScore's encoder: onnx/model.onnx and tokenizer.json (or MEDHELM_ENCODER)")
    .option("--encoder-download", "take that encoder from the Hugging Face hub, and pin what came")
    .option("--encoder-sha256 <hex>", "what the sha256 of its model.onnx must be", sha256Text)
    .option("--offline", "refuse every connection beyond this machine")
    .option("--offline-allow <hosts...>", "hosts that --offline lets through")
    .option("--allow-hosted", "let the text of local benchmarks go to hosted models");

export const StackFlags = z.object({
  outputPath: z.string(),
  port: z.int(),
  numThreads: z.int(),
  localPath: z.string(),
  endpoint: z.string().exactOptional(),
  judgeEndpoint: z.string().exactOptional(),
  apiKeyEnv: z.string().exactOptional(),
  modelName: z.string().exactOptional(),
  dataDir: z.string().exactOptional(),
  encoderDir: z.string().exactOptional(),
  encoderDownload: z.boolean().default(false),
  encoderSha256: z.string().exactOptional(),
  offline: z.boolean().default(false),
  offlineAllow: z.array(z.string()).default([]),
  allowHosted: z.boolean().default(false),
  allowRetiredJudges: z.boolean().default(false),
});

const program = stackFlags("medhelm up").description(
  "Bring up the embedded stack: API, queue, workers, aggregator, releases, sweep, site.",
);

export async function command(args: readonly string[]): Promise<number> {
  const flags = parseOptions(program, args, StackFlags);
  const stack = await startStack({ ...flags, env: process.env, say });
  const stopped = untilStopped(stack); // before the addresses are printed: a supervisor may stop it as soon as it sees them
  process.stdout.write(
    `API        ${stack.url}/v1\nreference  ${stack.url}/reference\nsite       ${stack.url}/\ntoken      ${stack.token}\n`,
  );
  process.stdout.write(`submit     npx medhelm submit my.conf --suite my --api ${stack.url} --wait\n`);
  return stopped;
}
