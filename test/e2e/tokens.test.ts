import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { cliHere } from "./cli-here.ts";
import { answer, startModelServer } from "./model-server.ts";
import { smallBenchmarkFolder } from "./small-benchmark.ts";

const PerInstance = z.array(
  z.object({ stats: z.array(z.object({ name: z.object({ name: z.string() }), sum: z.number().optional() })) }),
);
const NO_USAGE = {
  body: JSON.stringify({ choices: [{ index: 0, finish_reason: "stop", message: { content: "Yes" } }] }),
};
const WORDS = JSON.stringify({
  version: "1.0",
  added_tokens: [],
  normalizer: null,
  post_processor: null,
  decoder: null,
  pre_tokenizer: { type: "WhitespaceSplit" },
  model: { type: "WordLevel", vocab: { "[UNK]": 0 }, unk_token: "[UNK]" },
});

/** Runs the small benchmark and returns the token counts of its first instance under both profiles, and what inspect prints. */
async function tokensOf(reply: Parameters<typeof startModelServer>[0], deployment?: readonly string[]) {
  const server = await startModelServer(reply);
  const entry = ["    max_sequence_length: 4096", "    client_spec:"];
  const args = [
    "      class_name: helm.clients.vllm_client.VLLMChatClient",
    `      args: { base_url: ${server.endpoint}, vllm_model_name: model-1 }`,
  ];
  const yaml = ["model_deployments:", "  - name: my/model-1", ...(deployment ?? []), ...entry, ...args, ""].join("\n");
  const cwd = smallBenchmarkFolder({ "prod_env/model_deployments.yaml": yaml, "prod_env/words.json": WORDS });
  const run = ["run", "-r", "medhelm_configurable_benchmark:config_path=small.yaml", "--model", "my/model-1"];
  expect(await cliHere("medhelm", [...run, "--suite", "s", "-o", "out"], { cwd })).toMatchObject({ code: 0 });
  const folder = join(cwd, "out/runs/s/SMALL:model=my_model-1");
  const counts = (path: string) => {
    const [first] = PerInstance.parse(JSON.parse(readFileSync(join(folder, path), "utf8")));
    const of = (name: string) => first?.stats.find((stat) => stat.name.name === name)?.sum;
    return [of("num_prompt_tokens"), of("num_output_tokens")];
  };
  const { stdout } = await cliHere("medhelm", ["inspect", "SMALL:model=my_model-1", "--suite", "s", "-o", "out"], {
    cwd,
  });
  return {
    helm: counts("per_instance_stats.json"),
    corrected: counts("corrected/per_instance_stats.json"),
    inspect: stdout,
  };
}

test("the counts of the provider are those of the run", async () => {
  const usage = { prompt_tokens: 57, completion_tokens: 3 };
  const reply = { body: JSON.stringify({ ...JSON.parse(answer("Yes").body), usage }) };
  const { helm, corrected, inspect } = await tokensOf(() => reply);
  expect({ helm, corrected }).toEqual({ helm: [57, 0], corrected: [57, 3] });
  expect(inspect).toContain("-- tokens\n57 read, 3 written\n");
});

test("a count that nobody counted is absent, with a reason, and never 1", async () => {
  const { helm, corrected, inspect } = await tokensOf(() => NO_USAGE);
  expect({ helm, corrected }).toEqual({ helm: [undefined, 0], corrected: [undefined, undefined] });
  expect(inspect).toContain("-- tokens\nnot counted: the server reports none, and no tokenizer is known");
});

test.each([
  ["the model's own tokenizer_file", ["    tokenizer_file: words.json"], [10, 1]],
  ["OpenAI's encoding", ["    tokenizer_name: openai/o200k_base"], [14, 1]],
])("without counts of the provider, %s counts", async (_, deployment, tokens) => {
  const { corrected } = await tokensOf(() => NO_USAGE, deployment);
  expect(corrected).toEqual(tokens);
});

test("HELM's own tokenizer gives HELM's number in HELM's files", async () => {
  const { helm } = await tokensOf(() => answer("Yes"), ["    tokenizer_name: simple/tokenizer1"]);
  expect(helm[0]).toBe(43);
});
