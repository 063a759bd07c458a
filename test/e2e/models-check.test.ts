import { json, serve } from "@medhelm/testing/fault-server";
import { anthropicApi } from "@medhelm/testing/models/anthropic-api";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { cliHere } from "./cli-here.ts";
import { launch, testFolder } from "./cli.ts";
import { problem, startModelServer } from "./model-server.ts";

const check = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  cliHere("medhelm", ["models", "check", ...args], { cwd: testFolder(), env });

const Body = z.looseObject({ logprobs: z.boolean().optional(), response_format: z.unknown().optional() });

/** Starts a server that supports everything, and thinks. */
async function capableServer(): Promise<string> {
  const server = await serve((request, body, response) => {
    if (request.method === "GET") return json(response, 200, { data: [{ id: "model-1" }] });
    const { logprobs, response_format: format } = Body.parse(JSON.parse(body));
    const content = format === undefined ? "A" : '{"explanation": "it is measured", "criteria_met": true}';
    const tokens = logprobs === true ? { logprobs: { content: [{ token: "A", logprob: -0.1 }] } } : {};
    const message = { content, reasoning_content: "Temperature is measured." };
    const choices = [{ index: 0, finish_reason: "stop", message, ...tokens }];
    return json(response, 200, { choices, usage: { prompt_tokens: 35, completion_tokens: 1 } });
  });
  onTestFinished(server.close);
  return server.baseUrl;
}

test("prints the reply, the tokens and what the server supports", async () => {
  const endpoint = await capableServer();
  const { code, stdout } = await check([endpoint]);
  expect({
    code,
    stdout: stdout.replace(/time +[\d.]+ s/, "time 0 s").replaceAll(new URL(endpoint).host, "HOST"),
  }).toMatchInlineSnapshot(`
    {
      "code": 0,
      "stdout": "model              HOST/model-1 at http://HOST/v1 as "model-1", trust local
    usable             yes
    reply              "A"
    thinking           24 characters, kept apart from the reply
    time 0 s
    tokens             35 read, 1 written
    log-probabilities  yes
    structured output  yes
    good to know
      its price is unknown, so no budget can hold
        -> --price-per-million HOST/model-1=IN,OUT
      its context is unknown, so long prompts are not found beforehand
        -> max_sequence_length: N in prod_env/model_deployments.yaml

    ",
    }
  `);
});

test("--json has the same facts", async () => {
  const { stdout } = await check([await capableServer(), "--json", "--price-per-million", "0,0"]);
  expect(JSON.parse(stdout)).toMatchObject({
    isUsable: true,
    reply: "A",
    thinking: "Temperature is measured.",
    usage: { promptTokens: 35, completionTokens: 1 },
    hasLogProbabilities: true,
    hasStructuredOutput: true,
  });
});

test("a server without log-probabilities and schemas is usable", async () => {
  const { endpoint } = await startModelServer();
  const { code, stdout } = await check([endpoint, "--json"]);
  expect({ code, facts: JSON.parse(stdout) }).toMatchObject({
    code: 0,
    facts: { isUsable: true, reply: "Yes", hasLogProbabilities: false, hasStructuredOutput: false },
  });
});

test("a model of a provider is checked by its name", async () => {
  const server = await serve(anthropicApi({ says: () => ({ text: "A" }) }));
  onTestFinished(server.close);
  const env = { ANTHROPIC_API_KEY: "sk-ant-test", ANTHROPIC_BASE_URL: server.baseUrl.replace(/\/v1$/, "") };
  const { code, stdout } = await check(["anthropic/claude-haiku-4-5"], env);
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('reply              "A"') });
});

test.each([
  ["a refused key", problem(401, { message: "Incorrect API key provided" }), "-> --api-key-env NAME"],
  ["an unknown model", problem(404, { message: "The model does not exist" }), "/models, then --model-name ID"],
  ["a refused request", problem(400, { message: "unknown field top_k" }), "unknown field top_k"],
  ["a reply that is not JSON", { body: "<html>" }, "which a server for this API answers with a list"],
])("%s makes the model not usable, with the cure, and exit 1", async (_, reply, cure) => {
  const { endpoint } = await startModelServer(() => reply);
  const { code, stdout, stderr } = await check([endpoint]);
  expect({ code, stdout, stderr }).toMatchObject({
    code: 1,
    stdout: expect.stringContaining(cure),
    stderr: expect.stringContaining("not usable"),
  });
});

test.each([
  [
    "azure/my-gpt",
    { AZURE_OPENAI_API_KEY: "k", AZURE_OPENAI_ENDPOINT: "BASE" },
    "az cognitiveservices account deployment list --resource-group GROUP --name 127, then medhelm models check azure/ID",
  ],
  [
    "anthropic/claude-x",
    { ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: "BASE" },
    'curl BASE/v1/models -H "x-api-key: $ANTHROPIC_API_KEY" -H "anthropic-version: 2023-06-01", then medhelm models check anthropic/ID',
  ],
  [
    "google/gemini-x",
    { GEMINI_API_KEY: "k", GOOGLE_GEMINI_BASE_URL: "BASE" },
    'curl BASE/v1beta/models -H "x-goog-api-key: $GEMINI_API_KEY", then medhelm models check google/ID',
  ],
  [
    "bedrock/model-x",
    { AWS_REGION: "eu-west-1", AWS_BEARER_TOKEN_BEDROCK: "k", AWS_ENDPOINT_URL_BEDROCK_RUNTIME: "BASE" },
    "aws bedrock list-foundation-models --region eu-west-1, then medhelm models check bedrock/ID",
  ],
  [
    "openrouter/a/b",
    { OPENROUTER_API_KEY: "k", OPENROUTER_BASE_URL: "BASE/v1" },
    'curl BASE/v1/models -H "Authorization: Bearer $OPENROUTER_API_KEY", then medhelm models check openrouter/ID',
  ],
])("an unknown %s names the command that lists the provider's models", async (name, env, cure) => {
  const server = await serve((_, __, response) => json(response, 404, { error: { message: "DeploymentNotFound" } }));
  onTestFinished(server.close);
  const base = `http://127.0.0.1:${server.port}`;
  const values = Object.entries(env).map(([key, value]) => [key, value.replace("BASE", base)]);
  const { stdout } = await check([name, "--max-retries", "0"], Object.fromEntries(values));
  expect(stdout).toContain(`    -> ${cure.replace("BASE", base)}\n`);
});

test("a model whose thinking fills all of its room is not usable", async () => {
  const choices = [{ index: 0, finish_reason: "length", message: { content: "<think>Let me see" } }];
  const { endpoint } = await startModelServer(() => ({ body: JSON.stringify({ choices }) }));
  const { code, stdout } = await check([endpoint]);
  expect({ code, stdout }).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("-> medhelm run ... --max-tokens 16384"),
  });
});

test("a missing key and a server that does not answer are problems of the model, and the others are checked", async () => {
  const { code, stdout } = await check(["openai/gpt-4o", "http://127.0.0.1:9/v1", "simple/model1", "--json"]);
  const facts = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect({ code, facts }).toMatchObject({
    code: 1,
    facts: [
      { isUsable: false, problems: [{ problem: expect.stringContaining("set OPENAI_API_KEY") }] },
      { isUsable: false, problems: [{ problem: expect.stringContaining("no server lists its models there") }] },
      { isUsable: true },
    ],
  });
});

test("a name is needed", async () => {
  expect(await check([])).toMatchObject({ code: 2, stderr: expect.stringContaining("<names> is required") });
});

test.for(["/models", "/chat/completions"])(
  "Ctrl-C ends the check although the server is silent at %s, and calls no model unusable",
  async (silent) => {
    const asked = Promise.withResolvers<void>();
    const server = await serve((request, _, response) => {
      if (request.url?.endsWith(silent) === true) return asked.resolve();
      json(response, 200, { data: [{ id: "model-1" }] });
    });
    onTestFinished(server.close);
    const running = launch("medhelm", ["models", "check", server.baseUrl], { cwd: testFolder() });
    await asked.promise;
    const stderr = "medhelm: interrupted; run the same command again\n";
    expect(await running.stop("SIGINT")).toEqual({ code: null, stdout: "", stderr });
  },
);
