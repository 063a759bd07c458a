import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Handler, json, serve } from "@medhelm/testing/fault-server";
import { anthropicApi } from "@medhelm/testing/models/anthropic-api";
import { bedrockApi, bedrockKeys } from "@medhelm/testing/models/bedrock-api";
import { geminiApi } from "@medhelm/testing/models/gemini-api";
import { gcloudUser, googleTokens } from "@medhelm/testing/models/oauth-api";
import { openaiApi } from "@medhelm/testing/models/openai-api";
import { vertexApi } from "@medhelm/testing/models/vertex-api";
import { expect, onTestFinished, test } from "vitest";
import { packedShell, testFolder } from "./cli.ts";

const document = readFileSync(new URL("../../docs/connect-your-model.md", import.meta.url), "utf8");

/** The commands of each recipe, by its title. */
const recipes = new Map(
  document
    .split("\n## ")
    .filter((section) => /^\d+\. /.test(section))
    .map((section) => {
      const [title = ""] = section.split("\n", 1);
      const [, block = ""] = /```console\n(.*?)```/s.exec(section) ?? [];
      const commands = block.split("\n").flatMap((line) => (line.startsWith("$ ") ? line.slice(2) : []));
      return [title.replace(/^\d+\. /, ""), commands] as const;
    }),
);

const SAYS = { says: () => ({ text: "A" }) };
/** A local server of OpenAI's shape that lists one model and needs no key. */
const local = (model: string): Handler => {
  const handle = openaiApi(SAYS);
  return (request, body, response) => {
    if (request.method === "GET") return json(response, 200, { data: [{ id: model }] });
    request.headers.authorization = "Bearer sk-test";
    return handle(request, body, response);
  };
};
type Env = Readonly<Record<string, string>>;

test("there are ten recipes", () => {
  expect([...recipes.keys()]).toEqual([
    "OpenAI",
    "Anthropic",
    "Azure",
    "Amazon Bedrock",
    "Gemini",
    "OpenRouter",
    "vLLM",
    "Ollama",
    "llama.cpp",
    "Any other HTTP server",
  ]);
});

test.each<[string, Handler, (base: string) => Env]>([
  ["OpenAI", openaiApi(SAYS), (base) => ({ OPENAI_API_KEY: "sk-test", OPENAI_BASE_URL: `${base}/v1` })],
  ["Anthropic", anthropicApi(SAYS), (base) => ({ ANTHROPIC_API_KEY: "sk-ant-test", ANTHROPIC_BASE_URL: base })],
  [
    "Azure",
    openaiApi({ ...SAYS, host: "azure", isReasoning: true }),
    (base) => ({ AZURE_OPENAI_API_KEY: "sk-test", AZURE_OPENAI_ENDPOINT: base }),
  ],
  [
    "Amazon Bedrock",
    bedrockApi(SAYS),
    (base) => ({
      AWS_ACCESS_KEY_ID: bedrockKeys.accessKeyId,
      AWS_SECRET_ACCESS_KEY: bedrockKeys.secretAccessKey,
      AWS_ENDPOINT_URL_BEDROCK_RUNTIME: base,
    }),
  ],
  ["Gemini", geminiApi(SAYS), (base) => ({ GEMINI_API_KEY: "AIza-test", GOOGLE_GEMINI_BASE_URL: base })],
  ["OpenRouter", openaiApi(SAYS), (base) => ({ OPENROUTER_API_KEY: "sk-test", OPENROUTER_BASE_URL: `${base}/v1` })],
  ["vLLM", local("Qwen/Qwen3-8B"), () => ({})],
  ["Ollama", local("llama3.2:latest"), (base) => ({ OLLAMA_HOST: base })],
  ["llama.cpp", local("/models/llama.gguf"), () => ({})],
])("the recipe for %s runs as it is written", async (title, handler, env) => {
  const server = await serve(handler);
  onTestFinished(server.close);
  const base = `http://127.0.0.1:${server.port}`;
  // the variables of the test replace the reader's own
  const commands = (recipes.get(title) ?? [])
    .filter(
      (command) => !(command.startsWith("export ") && Object.keys(env(base)).some((name) => command.includes(name))),
    )
    .map((command) => command.replace(/http:\/\/127\.0\.0\.1:(?:8000|8080)/, base));
  const { code, stdout, stderr } = await packedShell(commands.join(" && "), { cwd: testFolder(), env: env(base) });
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining("(1 of 1)") });
  expect(stdout).toContain("demo_questions:model=");
});

test("the commands for Vertex AI run as they are written, after gcloud's login", async () => {
  const [, section = ""] = document.split("\n### Vertex AI\n");
  const command = /^\$ (medhelm run .*)$/m.exec(section)?.[1] ?? "";
  const tokens = googleTokens();
  const api = vertexApi(SAYS);
  const server = await serve((request, body, response) =>
    (request.url === "/token" ? tokens : api)(request, body, response),
  );
  onTestFinished(server.close);
  const base = `http://127.0.0.1:${server.port}`;
  const cwd = testFolder();
  writeFileSync(join(cwd, "login.json"), JSON.stringify(gcloudUser(`${base}/token`)));
  const env = {
    GOOGLE_CLOUD_PROJECT: "hospital",
    GOOGLE_CLOUD_LOCATION: "us-central1",
    GOOGLE_VERTEX_BASE_URL: base,
    GOOGLE_APPLICATION_CREDENTIALS: "login.json",
  };
  const { code, stderr } = await packedShell(command, { cwd, env });
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining("(1 of 1)") });
});

test("the recipe for any other HTTP server runs as it is written", async () => {
  const commands = recipes.get("Any other HTTP server") ?? [];
  const { code, stderr } = await packedShell(commands.join(" && "), { cwd: testFolder() });
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining("mine_letter: done") });
});
