import { describe, expect, it } from "vitest";
import { parseCredentials, resolveApiKey } from "./credentials.ts";
import { Deployment } from "./deployment.ts";
import { parseModelDeployments } from "./model-deployments.ts";
import { parseModelMetadata } from "./prod-env.ts";

const none = new Map<string, string>();
const yaml = (name: string, className: string, args: string, more = "") => `
model_deployments:
  - name: ${name}
    model_name: qwen/qwen2.5-7b-instruct
    tokenizer_name: simple/tokenizer1
    max_sequence_length: 128000
    client_spec:
      class_name: "${className}"
      args: ${args}
${more}`;
const VLLM_CHAT = "helm.clients.vllm_client.VLLMChatClient";
const OPENAI = "helm.clients.openai_client.OpenAIClient";
const entry = (name: string, port: number) =>
  yaml(name, VLLM_CHAT, `{base_url: http://127.0.0.1:${port}/v1}`).replace("\nmodel_deployments:\n", "");
const withKeyEnv = (name: string) =>
  yaml("anthropic/a", OPENAI, "{base_url: https://api.example.com/v1}", `    api_key_env: ${name}`);
const parse = (text: string, credentials: ReadonlyMap<string, string> = none) =>
  parseModelDeployments(text, "prod_env/model_deployments.yaml", credentials);

const AT = "{base_url: http://127.0.0.1:1/v1}";

describe("model_deployments.yaml", () => {
  it("a served deployment runs next to the worker, is covered, and its revision is part of every request key", () => {
    const served = `    served: {gpu_class: gpu-24, repo: Qwen/Qwen2.5-7B-Instruct, revision: ${"a".repeat(40)}, weights_gb: 15.2}`;
    const [deployment] = parse(yaml("vllm/qwen2.5-7b-instruct", VLLM_CHAT, "{}", served));
    expect(deployment).toMatchObject({
      client: { kind: "openai-chat", baseUrl: "http://127.0.0.1:8000/v1", modelSent: "qwen2.5-7b-instruct" },
      trust: "covered",
      weightsRevision: "a".repeat(40),
      served: { gpuClass: "gpu-24", replicas: 1, weightsGb: 15.2 },
    });
    const [local] = parse(yaml("vllm/qwen2.5-7b-instruct", VLLM_CHAT, "{}", `    trust: local\n${served}`));
    expect(local?.trust).toBe("local");
  });

  it("a served GGUF file is part of every request key, because a repository has several", () => {
    const served = `    served: {gpu_class: gpu-24, repo: a/b-GGUF, revision: ${"a".repeat(40)}, weights_gb: 5, gguf: b-q4_k_m.gguf}`;
    expect(parse(yaml("local/b", VLLM_CHAT, "{}", served))[0]).toMatchObject({
      weightsRevision: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa b-q4_k_m.gguf",
      served: { gguf: "b-q4_k_m.gguf" },
    });
  });

  it("a path of a GGUF file that leaves the repository's folder is refused", () => {
    const served = `    served: {gpu_class: gpu-24, repo: a/b, revision: ${"a".repeat(40)}, weights_gb: 5, gguf: ../b.gguf}`;
    expect(() => parse(yaml("local/b", VLLM_CHAT, "{}", served))).toThrow(
      "served.gguf must be the path of a .gguf file in the repository",
    );
  });

  it("api_key_env must be the name of an environment variable", () => {
    expect(parse(withKeyEnv("ANTHROPIC_API_KEY"))[0]?.client).toMatchObject({
      apiKeyFrom: { kind: "env", name: "ANTHROPIC_API_KEY" },
    });
    expect(() => parse(withKeyEnv("sk-secret"))).toThrow(
      "must be the name of an environment variable, e.g. ANTHROPIC_API_KEY",
    );
  });

  it("reads HELM's vLLM chat client, and a loopback address has trust local", () => {
    const text = yaml(
      "huggingface/qwen2.5-7b-instruct",
      VLLM_CHAT,
      '{base_url: "http://127.0.0.1:8911/v1/", vllm_model_name: stub-1}',
    );
    expect(parse(text)).toEqual([
      {
        name: "huggingface/qwen2.5-7b-instruct",
        modelName: "qwen/qwen2.5-7b-instruct",
        client: { kind: "openai-chat", baseUrl: "http://127.0.0.1:8911/v1", modelSent: "stub-1" },
        tokenizerName: "simple/tokenizer1",
        maxSequenceLength: 128000,
        maxRequestLength: 128000,
        deprecated: false,
        trust: "local",
      },
    ]);
  });

  it.each([
    [
      "anthropic/claude-opus-4-8",
      "helm.clients.anthropic_client.AnthropicMessagesClient",
      "{}",
      {
        kind: "anthropic-messages",
        baseUrl: "https://api.anthropic.com",
        modelSent: "claude-opus-4-8",
        apiKeyFrom: { kind: "env", name: "ANTHROPIC_API_KEY" },
      },
    ],
    [
      "together/meta-llama/Llama-3",
      "helm.clients.together_client.TogetherChatClient",
      "{}",
      {
        kind: "openai-chat",
        baseUrl: "https://api.together.xyz/v1",
        modelSent: "meta-llama/Llama-3",
        apiKeyFrom: { kind: "env", name: "TOGETHER_API_KEY" },
      },
    ],
    [
      "azure/my-o3-deploy",
      "helm.clients.azure_openai_client.AzureOpenAIClient",
      "{endpoint: https://h.openai.azure.com, api_version: 2024-10-21-preview}",
      {
        kind: "openai-chat",
        baseUrl: "https://h.openai.azure.com/openai/deployments/my-o3-deploy?api-version=2024-10-21-preview",
        modelSent: "my-o3-deploy",
        apiKeyFrom: { kind: "env", name: "AZURE_OPENAI_API_KEY" },
        keyHeader: "api-key",
      },
    ],
    [
      "bedrock/us.amazon.nova-pro-v1:0",
      "helm.clients.bedrock_client.BedrockNovaClient",
      "{region: us-east-1}",
      {
        kind: "bedrock-converse",
        baseUrl: "https://bedrock-runtime.us-east-1.amazonaws.com",
        modelSent: "us.amazon.nova-pro-v1:0",
        region: "us-east-1",
      },
    ],
  ])("reads %s of the class %s", (name, className, args, client) => {
    expect(parse(yaml(name, className, args))[0]?.client).toEqual(client);
  });

  it.each([
    ["helm.clients.azure_openai_client.AzureOpenAIClient", "endpoint is missing; add it like endpoint: https://NAME"],
    ["helm.clients.bedrock_client.BedrockNovaClient", "region is missing; add it like region: us-east-1"],
  ])("%s needs its place", (className, message) => {
    expect(() => parse(yaml("a/b", className, "{}"))).toThrow(message);
  });

  it("reads reasoning and temperature", () => {
    const facts = "    reasoning: budget\n    temperature: false";
    expect(parse(yaml("h/q", OPENAI, "{}", facts))[0]).toMatchObject({ reasoning: "budget", temperature: false });
  });

  it("reads text completions; the model name defaults to the part after the slash", () => {
    const text = yaml("h/q", "helm.clients.vllm_client.VLLMClient", "{base_url: http://10.0.0.5:8000/v1}");
    expect(parse(text)[0]).toMatchObject({
      client: { kind: "openai-completions", modelSent: "qwen2.5-7b-instruct" },
      trust: "hosted",
    });
  });

  it("accepts our own keys in addition to HELM's", () => {
    const own =
      "    trust: covered\n    concurrency: 4\n    price: {input_usd_per_million: 1, output_usd_per_million: 2}";
    expect(parse(yaml("h/q", VLLM_CHAT, "{base_url: http://10.0.0.5:8000/v1}", own))[0]).toMatchObject({
      trust: "covered",
      concurrency: 4,
      price: { inputUsdPerMillion: 1, outputUsdPerMillion: 2 },
    });
  });

  it("reads the limits a minute of a server", () => {
    const limits = "    requests_per_minute: 60\n    tokens_per_minute: 100000";
    expect(parse(yaml("h/q", OPENAI, "{}", limits))[0]).toMatchObject({ perMinute: { requests: 60, tokens: 100_000 } });
  });

  it("HELM: of two entries with one name the later one is kept, at its own position", () => {
    const all = parse(`model_deployments:\n${entry("a/1", 1)}${entry("a/2", 2)}${entry("a/1", 3)}`);
    expect(all.map(({ name }) => name)).toEqual(["a/2", "a/1"]);
    expect(all[1]).toMatchObject({ client: { baseUrl: "http://127.0.0.1:3/v1" } });
  });

  it("HELM: the host's key precedes the deployment's; the deployment never contains the secret", () => {
    const text = yaml("openai/gpt-4o", OPENAI, "{openai_model_name: gpt-4o}");
    const both = new Map([
      ["openaiApiKey", "host-key"],
      ["deployments.openai/gpt-4o", "own-key"],
    ]);
    const [deployment] = parse(text, both);
    expect(deployment?.client).toMatchObject({
      baseUrl: "https://api.openai.com/v1",
      apiKeyFrom: { kind: "credentials", name: "openaiApiKey" },
    });
    expect(JSON.stringify(deployment)).not.toContain("-key");
    expect(deployment && resolveApiKey(deployment, { env: {}, credentials: both })).toBe("host-key");
  });

  it("sends OPENAI_API_KEY to OpenAI's own address only", () => {
    expect(parse(yaml("x/y", OPENAI, "{}"))[0]?.client).toMatchObject({
      apiKeyFrom: { kind: "env", name: "OPENAI_API_KEY" },
    });
    expect(parse(yaml("x/y", OPENAI, "{base_url: https://gateway.example/v1}"))[0]?.client).not.toHaveProperty(
      "apiKeyFrom",
    );
  });

  it.each([
    [
      "an unknown client class and lists the supported ones",
      yaml("a/b", "my.Client", "{}"),
      "prod_env/model_deployments.yaml: model_deployments[0] (a/b).client_spec.class_name: my.Client is not a supported client; the supported ones are helm.clients.vllm_client.VLLMChatClient",
    ],
    [
      "a misspelled class and suggests the similar one",
      yaml("a/b", "helm.clients.vllm_client.VLLMChatClent", "{}"),
      "did you mean helm.clients.vllm_client.VLLMChatClient?",
    ],
    ["a vLLM client without base_url", yaml("a/b", VLLM_CHAT, "{}"), "(a/b).client_spec.args: base_url is missing"],
    [
      "an invalid address",
      yaml("a/b", VLLM_CHAT, "{base_url: localhost}"),
      "base_url: localhost is not a valid address",
    ],
    [
      "a misspelled trust",
      yaml("a/b", VLLM_CHAT, "{}", "    trsut: covered"),
      'model_deployments[0]: unknown key "trsut"',
    ],
    [
      "invalid YAML, with the line",
      "model_deployments:\n  - name: [a",
      "prod_env/model_deployments.yaml, line 2: not valid YAML",
    ],
    ["the content of another file", "models: []", "prod_env/model_deployments.yaml: model_deployments: "],
    [
      "a header of the connection",
      yaml("a/b", VLLM_CHAT, AT, "    request: {extra_headers: {Content-Length: '1'}}"),
      "belongs to the connection, and the client sets it itself",
    ],
    [
      "a time that no timer can count",
      yaml("a/b", VLLM_CHAT, AT, "    request: {timeout_seconds: 1e9}"),
      "request.timeout_seconds: must be at most 2000000",
    ],
    [
      "a value of the body that JSON lacks",
      yaml("a/b", VLLM_CHAT, AT, "    request: {extra_body: {options: [.nan]}}"),
      "(a/b).request.extra_body: options.0 is no number that JSON can hold; correct it",
    ],
    [
      "an address with a password",
      yaml("a/b", VLLM_CHAT, "{base_url: 'http://ann:hunter2@127.0.0.1:1/v1'}"),
      "base_url: the address has a user name, a password or a key",
    ],
    [
      "an unknown output processor",
      yaml("a/b", VLLM_CHAT, "{base_url: http://127.0.0.1:1/v1, output_processor: nope}"),
      "process_output=nope",
    ],
  ])("refuses %s", (_, text, message) => {
    expect(() => parse(text)).toThrow(message);
  });
});

describe("credentials.conf", () => {
  it("is flattened to secrets by name", () => {
    const read = parseCredentials({ openaiApiKey: "k", deployments: { "a/b": "d" } }, "credentials.conf");
    expect([...read]).toEqual([
      ["openaiApiKey", "k"],
      ["deployments.a/b", "d"],
    ]);
  });

  it.each([
    ["line break", "sk-a\nb"],
    ["letter of another alphabet", "sk-ключ"],
    ["control character", "sk-\u001b"],
  ])("refuses a key with a %s, which no header can carry, without the key in the message", (_, key) => {
    const [deployment] = parse(yaml("openai/gpt-4o", OPENAI, "{}"));
    expect(
      deployment && (() => resolveApiKey(deployment, { env: { OPENAI_API_KEY: key }, credentials: new Map() })),
    ).toThrow(
      "openai/gpt-4o: the API key in the environment variable OPENAI_API_KEY has a character that no key has, such as a line break; copy the key again",
    );
  });

  it("is read without the white space around it, and white space alone is no key", () => {
    const [deployment] = parse(yaml("openai/gpt-4o", OPENAI, "{}"));
    const keyOf = (key: string) =>
      deployment && resolveApiKey(deployment, { env: { OPENAI_API_KEY: key }, credentials: new Map() });
    expect(keyOf(" sk-a\n")).toBe("sk-a");
    expect(() => keyOf(" \n")).toThrow("openai/gpt-4o needs an API key: set the environment variable OPENAI_API_KEY");
  });

  it.each(["constructor", "__proto__", "toString"])("refuses a missing variable with the name %s", (name) => {
    const [deployment] = parse(yaml("openai/gpt-4o", OPENAI, "{}"));
    const from = { ...deployment?.client, apiKeyFrom: { kind: "env", name } };
    expect(() =>
      resolveApiKey(Deployment.parse({ ...deployment, client: from }), { env: {}, credentials: new Map() }),
    ).toThrow(`openai/gpt-4o needs an API key: set the environment variable ${name}`);
  });

  it("is refused without a value in the message", () => {
    expect(() => parseCredentials({ openaiApiKey: ["sk-secret"] }, "credentials.conf")).toThrow(
      'credentials.conf: openaiApiKey: the value is not text; write it like openaiApiKey: "..."',
    );
  });
});

it("model_metadata.yaml keeps the fields that the tables show", () => {
  const text =
    "models:\n  - {name: a/b, display_name: B, description: d, creator_organization_name: A, access: open, release_date: 2026-01-01, tags: [T]}";
  expect(parseModelMetadata(text, "model_metadata.yaml")).toEqual([
    {
      name: "a/b",
      creator_organization_name: "A",
      display_name: "B",
      description: "d",
      access: "open",
      release_date: "2026-01-01",
      tags: ["T"],
    },
  ]);
});

it("an entry whose name ends with a slash has no name for its server, and is refused in a sentence", () => {
  const text =
    'model_deployments: [{name: acme/, client_spec: {class_name: "helm.clients.vllm_client.VLLMChatClient", args: {base_url: http://127.0.0.1:1/v1}}}]';
  expect(() => parseModelDeployments(text, "x.yaml", new Map())).toThrow(
    "x.yaml: model_deployments[0] (acme/): it gives a deployment whose client.modelSent must have at least 1 characters; correct it",
  );
});
