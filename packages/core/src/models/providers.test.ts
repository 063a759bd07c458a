import { describe, expect, test } from "vitest";
import { ollamaUrl, providerClient } from "./providers.ts";

const at = (name: string, env: Readonly<Record<string, string>> = {}, credentials = new Map<string, string>()) =>
  providerClient(name, { env, credentials });

test.each([
  [
    "anthropic/claude-haiku-4-5",
    { ANTHROPIC_API_KEY: "k" },
    {
      kind: "anthropic-messages",
      baseUrl: "https://api.anthropic.com",
      modelSent: "claude-haiku-4-5",
      apiKeyFrom: { kind: "env", name: "ANTHROPIC_API_KEY" },
    },
  ],
  [
    "google/gemini-2.5-flash",
    { GOOGLE_API_KEY: "k" },
    {
      kind: "gemini",
      baseUrl: "https://generativelanguage.googleapis.com",
      modelSent: "gemini-2.5-flash",
      apiKeyFrom: { kind: "env", name: "GOOGLE_API_KEY" },
    },
  ],
  [
    "together/meta-llama/Llama-3.3-70B-Instruct-Turbo",
    { TOGETHER_API_KEY: "k" },
    {
      kind: "openai-chat",
      baseUrl: "https://api.together.xyz/v1",
      modelSent: "meta-llama/Llama-3.3-70B-Instruct-Turbo",
      apiKeyFrom: { kind: "env", name: "TOGETHER_API_KEY" },
    },
  ],
  [
    "openrouter/anthropic/claude-sonnet-4.5",
    { OPENROUTER_API_KEY: "k" },
    {
      kind: "openai-chat",
      baseUrl: "https://openrouter.ai/api/v1",
      modelSent: "anthropic/claude-sonnet-4.5",
      apiKeyFrom: { kind: "env", name: "OPENROUTER_API_KEY" },
    },
  ],
  [
    "azure/my-o3-deploy",
    { AZURE_OPENAI_API_KEY: "k", AZURE_OPENAI_ENDPOINT: "https://h.openai.azure.com/" },
    {
      kind: "openai-chat",
      baseUrl: "https://h.openai.azure.com/openai/deployments/my-o3-deploy?api-version=2025-04-01-preview",
      modelSent: "my-o3-deploy",
      apiKeyFrom: { kind: "env", name: "AZURE_OPENAI_API_KEY" },
      keyHeader: "api-key",
    },
  ],
  [
    "azure/gpt",
    { AZURE_OPENAI_API_KEY: "k", AZURE_OPENAI_ENDPOINT: "https://h.openai.azure.com/openai/v1" },
    {
      kind: "openai-chat",
      baseUrl: "https://h.openai.azure.com/openai/v1",
      modelSent: "gpt",
      apiKeyFrom: { kind: "env", name: "AZURE_OPENAI_API_KEY" },
      keyHeader: "api-key",
    },
  ],
  [
    "azure/d",
    { AZURE_AD_TOKEN: "t", AZURE_OPENAI_ENDPOINT: "https://h.openai.azure.com/openai/v1" },
    {
      kind: "openai-chat",
      baseUrl: "https://h.openai.azure.com/openai/v1",
      modelSent: "d",
      apiKeyFrom: { kind: "env", name: "AZURE_AD_TOKEN" },
    },
  ],
  [
    "azure/d",
    {
      AZURE_TENANT_ID: "t",
      AZURE_CLIENT_ID: "c",
      AZURE_CLIENT_SECRET: "s",
      AZURE_OPENAI_ENDPOINT: "https://h.openai.azure.com/openai/v1",
    },
    { kind: "openai-chat", baseUrl: "https://h.openai.azure.com/openai/v1", modelSent: "d", token: "entra" },
  ],
  [
    "vertex/gemini-2.5-flash",
    { GOOGLE_CLOUD_PROJECT: "p", GOOGLE_CLOUD_LOCATION: "us-central1" },
    {
      kind: "gemini",
      baseUrl: "https://us-central1-aiplatform.googleapis.com/v1/projects/p/locations/us-central1",
      modelSent: "gemini-2.5-flash",
      token: "google",
    },
  ],
  [
    "vertex/claude-opus-4-1@20250805",
    { ANTHROPIC_VERTEX_PROJECT_ID: "p", CLOUD_ML_REGION: "global" },
    {
      kind: "anthropic-messages",
      baseUrl: "https://aiplatform.googleapis.com/v1/projects/p/locations/global",
      modelSent: "claude-opus-4-1@20250805",
      token: "google",
    },
  ],
  [
    "bedrock/us.anthropic.claude-sonnet-4-6",
    { AWS_DEFAULT_REGION: "us-west-2" },
    {
      kind: "bedrock-converse",
      baseUrl: "https://bedrock-runtime.us-west-2.amazonaws.com",
      modelSent: "us.anthropic.claude-sonnet-4-6",
      region: "us-west-2",
    },
  ],
])("%s is found by its name and the provider's own variables", (name, env, client) => {
  expect(at(name, env)).toEqual(client);
});

test("an entry of credentials.conf precedes the environment", () => {
  expect(at("anthropic/c", { ANTHROPIC_API_KEY: "k" }, new Map([["anthropicApiKey", "c"]]))).toMatchObject({
    apiKeyFrom: { kind: "credentials", name: "anthropicApiKey" },
  });
});

test("OPENAI_API_VERSION and AZURE_OPENAI_API_VERSION replace Azure's version", () => {
  const env = { AZURE_OPENAI_API_KEY: "k", AZURE_OPENAI_ENDPOINT: "https://h.openai.azure.com" };
  expect(at("azure/d", { ...env, OPENAI_API_VERSION: "2024-10-21" })).toMatchObject({
    baseUrl: "https://h.openai.azure.com/openai/deployments/d?api-version=2024-10-21",
  });
});

test.each([
  ["anthropic/c", {}, "anthropic/c needs an API key: set ANTHROPIC_API_KEY, or anthropicApiKey in"],
  ["google/g", {}, "google/g needs an API key: set GEMINI_API_KEY or GOOGLE_API_KEY, or googleApiKey in"],
  ["together/a/b", {}, "together/a/b needs an API key: set TOGETHER_API_KEY"],
  ["openrouter/a/b", {}, "openrouter/a/b needs an API key: set OPENROUTER_API_KEY"],
  ["azure/d", {}, "azure/d needs the address of your Azure resource: set AZURE_OPENAI_ENDPOINT"],
  ["azure/d", { AZURE_OPENAI_ENDPOINT: "https://h.example" }, "azure/d needs an API key: set AZURE_OPENAI_API_KEY"],
  [
    "azure/d",
    { AZURE_OPENAI_ENDPOINT: "https://h.example", AZURE_TENANT_ID: "t" },
    "set AZURE_OPENAI_API_KEY or AZURE_TENANT_ID with AZURE_CLIENT_ID with AZURE_CLIENT_SECRET, or azureApiKey in",
  ],
  [
    "vertex/m",
    { GOOGLE_CLOUD_PROJECT: "p" },
    "vertex/m needs a project and a location of Google Cloud: set GOOGLE_CLOUD_PROJECT",
  ],
  [
    "vertex/m",
    { GOOGLE_CLOUD_PROJECT: "p", GOOGLE_CLOUD_LOCATION: "evil.example/" },
    "GOOGLE_CLOUD_LOCATION: evil.example/ is not a location; write it like us-central1 or global",
  ],
  ["bedrock/m", {}, "bedrock/m needs a region of AWS: set AWS_REGION, as in AWS_REGION=us-east-1"],
])("%s without a variable is one sentence that names it", (name, env, message) => {
  expect(() => at(name, env)).toThrow(message);
});

test("a name of no provider is left to the local servers", () => {
  expect(at("qwen/qwen3-8b")).toBeUndefined();
});

describe("OLLAMA_HOST", () => {
  test.each([
    [{}, "http://127.0.0.1:11434/v1"],
    [{ OLLAMA_HOST: "gpu-box" }, "http://gpu-box:11434/v1"],
    [{ OLLAMA_HOST: "gpu-box:9000" }, "http://gpu-box:9000/v1"],
    [{ OLLAMA_HOST: ":9000" }, "http://127.0.0.1:9000/v1"],
    [{ OLLAMA_HOST: "0.0.0.0:11434" }, "http://127.0.0.1:11434/v1"],
    [{ OLLAMA_HOST: "https://ollama.example/" }, "https://ollama.example/v1"],
  ])("%o is %s", (env, url) => {
    expect(ollamaUrl(env)).toBe(url);
  });
});
