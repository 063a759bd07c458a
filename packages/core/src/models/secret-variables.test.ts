import { expect, test } from "vitest";
import { Deployment } from "./deployment.ts";
import { emptyProdEnv } from "./prod-env.ts";
import { allProviderSecrets } from "./providers.ts";
import { resolveDeployment } from "./resolve-deployment.ts";
import { credentialsOf, secretVariables } from "./secret-variables.ts";

const known = (name: string, client: object, request?: object): Deployment =>
  Deployment.parse({ name, modelName: name, trust: "covered", client, ...(request !== undefined && { request }) });
const gateway = { kind: "openai-chat", baseUrl: "https://gateway.example/v1", modelSent: "m" };
const prodEnv = {
  ...emptyProdEnv,
  deployments: [
    known(
      "hospital/qwen",
      { ...gateway, apiKeyFrom: { kind: "env", name: "HOSPITAL_KEY" } },
      { headersFrom: { "x-token": "GATEWAY_TOKEN" } },
    ),
    known("hospital/open", gateway),
    known("hospital/claude", {
      kind: "bedrock-converse",
      baseUrl: "https://bedrock.example",
      modelSent: "m",
      region: "r",
    }),
    known("hospital/first", { kind: "builtin", baseline: "baseline/first-option" }),
  ],
};
const builtins = ["baseline/first-option"];
const names = (name: string, flags = {}, env = {}) => secretVariables(name, { prodEnv, builtins, flags, env });

test.for([
  { name: "hospital/qwen", secrets: ["HOSPITAL_KEY", "GATEWAY_TOKEN"] },
  { name: "hospital/open", secrets: [] },
  { name: "hospital/first", secrets: [] },
  { name: "baseline/first-option", secrets: [] },
  { name: "openai/gpt-4o", secrets: ["OPENAI_API_KEY"] },
  { name: "anthropic/claude-3", secrets: ["ANTHROPIC_API_KEY"] },
  { name: "google/gemini", secrets: ["GEMINI_API_KEY", "GOOGLE_API_KEY"] },
  { name: "vertex/gemini", secrets: ["GOOGLE_APPLICATION_CREDENTIALS", "CLOUDSDK_CONFIG"] },
  { name: "acme/on-loopback", secrets: [] },
])("a process that asks $name needs the secrets $secrets", ({ name, secrets }) => {
  expect(names(name)).toEqual(secrets);
});

test("a process that asks a model of Bedrock needs the credentials of AWS, also if model_deployments.yaml names it", () => {
  for (const name of ["bedrock/claude", "hospital/claude"])
    expect(names(name)).toEqual(expect.arrayContaining(["AWS_SECRET_ACCESS_KEY", "AWS_PROFILE"]));
});

test("a process that asks a given server needs that server's key only", () => {
  expect(names("hospital/qwen", { endpoint: "http://h/v1", apiKeyEnv: "HOUSE_KEY" })).toEqual(["HOUSE_KEY"]);
  expect(names("anthropic/claude-3", { endpoint: "http://h/v1" })).toEqual(["MEDHELM_API_KEY"]);
  const env = { MEDHELM_ENDPOINT: "http://h/v1" };
  expect(names("anthropic/claude-3", {}, env)).toEqual(["MEDHELM_API_KEY"]);
  expect(names("openai/gpt-4o", {}, env)).toEqual(["OPENAI_API_KEY"]);
  expect(names("hospital/qwen", {}, env)).toEqual(["HOSPITAL_KEY", "GATEWAY_TOKEN"]);
});

test.for([
  "openai/gpt-4o",
  "anthropic/claude-3",
  "google/gemini",
  "together/llama",
  "openrouter/llama",
  "azure/gpt-4o",
  "bedrock/claude",
  "vertex/gemini",
  "hospital/qwen",
])("%s is served at the same place if a process has only its secrets", async (name) => {
  const everything = {
    ...Object.fromEntries(allProviderSecrets.map((secret) => [secret, "s"])),
    AWS_REGION: "us-east-1",
    AZURE_OPENAI_ENDPOINT: "https://h.openai.azure.com",
    GOOGLE_CLOUD_PROJECT: "p",
    GOOGLE_CLOUD_LOCATION: "global",
    HOSPITAL_KEY: "s",
  };
  const needed = new Set(names(name));
  const others = allProviderSecrets.filter((secret) => !needed.has(secret) && secret !== "AWS_REGION");
  const own = Object.fromEntries(Object.entries(everything).filter(([variable]) => !others.includes(variable)));
  const probe = { models: async () => ["m"], loopback: async () => [] };
  const at = (env: Record<string, string>) =>
    resolveDeployment({ name, modelName: name }, { prodEnv, builtins, flags: {}, env, probe });
  expect(await at(own)).toEqual(await at(everything));
});

test("the credentials of a process have the keys of its models, and every address", () => {
  const all = new Map([
    ["openaiApiKey", "a"],
    ["anthropicApiKey", "b"],
    ["deployments.hospital/qwen", "c"],
    ["deployments.hospital/open", "d"],
    ["hospitalBaseUrl", "https://h"],
    ["huggingfaceAuthToken", "e"],
  ]);
  expect([...credentialsOf(["openai/gpt-4o", "hospital/qwen"], all).keys()]).toEqual([
    "openaiApiKey",
    "deployments.hospital/qwen",
    "hospitalBaseUrl",
  ]);
});
