import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Handler, serve } from "@medhelm/testing/fault-server";
import { anthropicApi } from "@medhelm/testing/models/anthropic-api";
import { bedrockApi, bedrockKeys } from "@medhelm/testing/models/bedrock-api";
import { geminiApi } from "@medhelm/testing/models/gemini-api";
import { openaiApi } from "@medhelm/testing/models/openai-api";
import { describe, expect, onTestFinished, test } from "vitest";
import { cliHere } from "./cli-here.ts";
import { answer, startModelServer } from "./model-server.ts";
import { smallBenchmarkFolder } from "./small-benchmark.ts";

const YES = { says: () => ({ text: "Yes" }) };
const ENTRY = "medhelm_configurable_benchmark:config_path=small.yaml";

/** Runs the small benchmark with these arguments. */
async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}, entry = ENTRY) {
  const cwd = smallBenchmarkFolder();
  const outcome = await cliHere("medhelm", ["run", "-r", entry, "--suite", "s", "-o", "out", ...args], {
    cwd,
    env: { HELM_RETRIES: "1", ...env },
  });
  return {
    ...outcome,
    file: (folder: string, name: string) => readFileSync(join(cwd, "out/runs/s", folder, name), "utf8"),
  };
}

describe("--model", () => {
  test("asks a model of Anthropic's by its name and ANTHROPIC_API_KEY", async () => {
    const server = await serve(anthropicApi({ says: () => ({ text: "Yes", thinking: "The bed is free." }) }));
    onTestFinished(server.close);
    const env = { ANTHROPIC_API_KEY: "sk-ant-test", ANTHROPIC_BASE_URL: server.baseUrl.replace(/\/v1$/, "") };
    const { code, stderr, file } = await run(["--model", "anthropic/claude-haiku-4-5"], env);
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("3 instances; exact_match 0.667"),
    });
    expect(file("SMALL:model=anthropic_claude-haiku-4-5", "scenario_state.json")).toContain("The bed is free.");
  });

  test.each<[string, Handler, (base: string) => Readonly<Record<string, string>>]>([
    [
      "google/gemini-2.5-flash",
      geminiApi(YES),
      (base) => ({ GEMINI_API_KEY: "AIza-test", GOOGLE_GEMINI_BASE_URL: base }),
    ],
    [
      "bedrock/us.anthropic.claude-opus-4-8",
      bedrockApi(YES),
      (base) => ({
        AWS_REGION: "us-east-1",
        AWS_ACCESS_KEY_ID: bedrockKeys.accessKeyId,
        AWS_SECRET_ACCESS_KEY: bedrockKeys.secretAccessKey,
        AWS_ENDPOINT_URL_BEDROCK_RUNTIME: base,
      }),
    ],
    [
      "azure/my-o3-deploy",
      openaiApi({ ...YES, host: "azure", isReasoning: true }),
      (base) => ({ AZURE_OPENAI_API_KEY: "sk-test", AZURE_OPENAI_ENDPOINT: base }),
    ],
    ["openai/gpt-4o", openaiApi(YES), (base) => ({ OPENAI_API_KEY: "sk-test", OPENAI_BASE_URL: `${base}/v1` })],
    ["together/a/b", openaiApi(YES), (base) => ({ TOGETHER_API_KEY: "sk-test", TOGETHER_BASE_URL: `${base}/v1` })],
    [
      "openrouter/a/b",
      openaiApi(YES),
      (base) => ({ OPENROUTER_API_KEY: "sk-test", OPENROUTER_BASE_URL: `${base}/v1` }),
    ],
  ])("asks %s by its name and the variables of its provider", async (name, handler, env) => {
    const server = await serve(handler);
    onTestFinished(server.close);
    const { code, stderr } = await run(["--model", name], env(`http://127.0.0.1:${server.port}`));
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining("exact_match 0.667") });
  });

  test("a provider's model has the packaged price, so that a budget holds", async () => {
    const server = await serve(openaiApi(YES));
    onTestFinished(server.close);
    const env = { OPENAI_API_KEY: "sk-test", OPENAI_BASE_URL: server.baseUrl };
    expect((await run(["--model", "openai/gpt-4o", "--budget-usd", "1"], env)).code).toBe(0);
    expect(await run(["--model", "openai/gpt-4o", "--budget-usd", "0.000001"], env)).toMatchObject({
      stderr: expect.stringContaining("the budget is used up"),
    });
  });

  test("a deployment of Bedrock's has the name of its model", async () => {
    const { stderr } = await run(["--model", "bedrock/us.anthropic.claude-sonnet-4-6", "--dry-run"]);
    expect(stderr).toContain(
      "SMALL:model=anthropic_claude-sonnet-4-6,model_deployment=bedrock_us.anthropic.claude-sonnet-4-6: dry run",
    );
  });

  test("asks a model that Ollama has, and says how to get another", async () => {
    const server = await startModelServer(() => answer("Yes"), ["llama3.2:latest"]);
    const env = { OLLAMA_HOST: server.endpoint.replace(/\/v1$/, "") };
    expect((await run(["--model", "ollama/llama3.2"], env)).code).toBe(0);
    expect(server.requests[0]?.model).toBe("llama3.2:latest");
    expect(await run(["--model", "ollama/qwen3:8b"], env)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('does not have qwen3:8b (it has llama3.2:latest): run "ollama pull qwen3:8b"'),
    });
  });

  test("asks the only model of a server by its address", async () => {
    const server = await startModelServer(() => answer("Yes"), ["Qwen/Qwen3-8B"]);
    const { code, file } = await run(["--model", server.endpoint.replace(/\/v1$/, "")]);
    expect(code).toBe(0);
    expect(server.requests[0]?.model).toBe("Qwen/Qwen3-8B");
    const { host } = new URL(server.endpoint);
    expect(
      JSON.parse(file(`SMALL:model=Qwen_Qwen3-8B,model_deployment=${host}_Qwen_Qwen3-8B`, "run_spec.json")),
    ).toMatchObject({ adapter_spec: { model: "Qwen/Qwen3-8B", model_deployment: `${host}/Qwen/Qwen3-8B` } });
  });

  test("asks several models in one command", async () => {
    const { code, stderr } = await run(["--model", "simple/model1", "baseline/first-option"]);
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining("(2 of 2)") });
  });

  test("an address without a path is that of a server, also with --model-name", async () => {
    const server = await startModelServer(() => answer("Yes"), ["a", "b"]);
    const root = server.endpoint.replace(/\/v1$/, "");
    expect((await run(["--model", root, "--model-name", "b"])).code).toBe(0);
    expect(server.requests[0]?.path).toBe("/v1/chat/completions");
  });

  test.each([
    [["--models-to-run"], "give the address of a server with --model http://127.0.0.1:9/v1"],
    [
      ["--model", "simple/model1", "--judges"],
      "give their server to medhelm run with --judge-endpoint http://127.0.0.1:9/v1",
    ],
  ])("%j with the address of a server names the option that takes it", async (options, cure) => {
    expect(await run([...options, "http://127.0.0.1:9/v1"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(cure),
    });
  });

  test("a server without a model is refused, also if its names would change a terminal", async () => {
    const server = await startModelServer(undefined, ["a\u001b[2J"]);
    expect(await run(["--model", server.endpoint])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("the server lists no model with a usable name; load a model there, or name one"),
    });
  });

  test("a server with several models needs --model-name", async () => {
    const server = await startModelServer(() => answer("Yes"), ["a", "b"]);
    expect(await run(["--model", server.endpoint])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("the server lists 2 models (a, b); choose one with --model-name"),
    });
    expect((await run(["--model", server.endpoint, "--model-name", "b"])).code).toBe(0);
    expect(server.requests[0]?.model).toBe("b");
  });

  test.each<[string, readonly string[], string, string?]>([
    [
      "a missing key",
      ["--model", "anthropic/claude-haiku-4-5"],
      "anthropic/claude-haiku-4-5 needs an API key: set ANTHROPIC_API_KEY",
    ],
    ["a name without a provider", ["--model", "gpt-4o"], "write PROVIDER/NAME, as in openai/gpt-4o"],
    [
      "an address where nothing answers",
      ["--model", "http://127.0.0.1:9/v1"],
      "no server lists its models there (GET http://127.0.0.1:9/v1/models)",
    ],
    [
      "--models-to-run",
      ["--model", "a/b", "--models-to-run", "c/d"],
      "--model and --models-to-run both choose models; give --model only",
    ],
    [
      "an entry with a model",
      ["--model", "a/b"],
      "the entry names the model c/d, and --model gives another; leave out one of them",
      `${ENTRY},model=c/d`,
    ],
    [
      "--api-key-env for a provider",
      ["--model", "anthropic/claude-haiku-4-5", "--api-key-env", "MY_KEY"],
      "set the provider's own variable (docs/connect-your-model.md)",
    ],
    [
      "an address and --endpoint",
      ["--model", "http://127.0.0.1:9/v1", "--endpoint", "http://127.0.0.1:8/v1"],
      "both give a server; leave out --endpoint",
    ],
  ])("refuses %s in one sentence with exit code 2", async (_, args, message, entry) => {
    expect(await run(args, {}, entry)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  });
});
