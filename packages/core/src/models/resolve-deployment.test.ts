import { describe, expect, it } from "vitest";
import type { Deployment } from "./deployment.ts";
import { emptyProdEnv } from "./prod-env.ts";
import { defaultDeployment, type ProbedServer, type ResolveInputs, resolveDeployment } from "./resolve-deployment.ts";

const qwen = { name: "huggingface/qwen2.5-7b-instruct", modelName: "qwen/qwen2.5-7b-instruct" };
const gpt = { name: "openai/gpt-4o", modelName: "openai/gpt-4o" };
const inYaml: Deployment = {
  ...qwen,
  client: { kind: "openai-chat", baseUrl: "http://127.0.0.1:8911/v1", modelSent: "q" },
  maxRequestLength: 4096,
  deprecated: false,
  trust: "local",
};
const named = (name: string, deprecated: boolean): Deployment => ({ ...inYaml, name, deprecated });
const inputs = (
  more: Partial<ResolveInputs> & { servers?: ProbedServer[]; listed?: string[] } = {},
): ResolveInputs => ({
  prodEnv: emptyProdEnv,
  builtins: ["baseline/first-option"],
  flags: {},
  env: {},
  probe: { models: async () => more.listed, loopback: async () => more.servers ?? [] },
  ...more,
});
const server = (port: number, ...models: string[]) => ({ baseUrl: `http://127.0.0.1:${port}/v1`, models });
const client = async (wanted: typeof qwen, given: ResolveInputs) =>
  (await resolveDeployment(wanted, given)).deployment.client;

describe("where a deployment is served", () => {
  it("--endpoint precedes the YAML and keeps the limits of its entry", async () => {
    const given = inputs({
      flags: { endpoint: "https://llm.example/v1/", apiKeyEnv: "MY_KEY", modelName: "m" },
      prodEnv: { ...emptyProdEnv, deployments: [inYaml] },
    });
    expect((await resolveDeployment(qwen, given)).deployment).toEqual({
      ...inYaml,
      client: {
        kind: "openai-chat",
        baseUrl: "https://llm.example/v1",
        modelSent: "m",
        apiKeyFrom: { kind: "env", name: "MY_KEY" },
      },
      trust: "hosted",
    });
  });

  it("a key of credentials.conf is never sent to the server of --endpoint", async () => {
    const credentials = new Map([["openaiApiKey", "k"]]);
    const given = inputs({ flags: { endpoint: "https://llm.example/v1" }, prodEnv: { ...emptyProdEnv, credentials } });
    expect(await client(gpt, given)).not.toHaveProperty("apiKeyFrom");
  });

  it("the YAML precedes the environment", async () => {
    const given = inputs({
      prodEnv: { ...emptyProdEnv, deployments: [inYaml] },
      env: { MEDHELM_ENDPOINT: "http://127.0.0.1:1/v1" },
    });
    expect((await resolveDeployment(qwen, given)).deployment).toBe(inYaml);
  });

  it("MEDHELM_ENDPOINT precedes loopback", async () => {
    const given = inputs({ env: { MEDHELM_ENDPOINT: "http://127.0.0.1:7000/v1" }, servers: [server(8000, "x")] });
    expect(await client(qwen, given)).toMatchObject({
      baseUrl: "http://127.0.0.1:7000/v1",
      modelSent: "qwen2.5-7b-instruct",
    });
  });

  it("a judge at MEDHELM_ENDPOINT has the trust that the user gives for its server", async () => {
    const env = { MEDHELM_ENDPOINT: "http://gpu1.hospital.example:8000/v1" };
    const given = inputs({ env, flags: { mayBeAnother: true, trustFromEnv: "covered" } });
    expect((await resolveDeployment(qwen, given)).deployment.trust).toBe("covered");
  });

  it.each([["Qwen/Qwen2.5-7B-Instruct"], ["qwen2.5:7b-instruct"], ["/models/qwen2.5-7b-instruct.gguf"]])(
    "on loopback, the server that lists the model is used, with its listed name %s",
    async (listed) => {
      const given = inputs({ servers: [server(8000, "llama"), server(11434, "gemma", listed)] });
      const { deployment, notice } = await resolveDeployment(qwen, given);
      expect(deployment).toMatchObject({
        client: { baseUrl: "http://127.0.0.1:11434/v1", modelSent: listed },
        trust: "local",
      });
      expect(notice).toContain("is served by http://127.0.0.1:11434/v1");
    },
  );

  it("the only server on loopback is used with its only model, and a notice says so", async () => {
    const { deployment, notice } = await resolveDeployment(qwen, inputs({ servers: [server(1234, "local-model")] }));
    expect(deployment.client).toMatchObject({ modelSent: "local-model" });
    expect(notice).toBe(
      'huggingface/qwen2.5-7b-instruct is served by http://127.0.0.1:1234/v1, which lists only "local-model", so that model is used; --model-name overrides this',
    );
  });

  it("a server that lists other models only receives the wanted model's name", async () => {
    const { deployment, notice } = await resolveDeployment(
      qwen,
      inputs({ servers: [server(8000, "stub-1", "stub-2")] }),
    );
    expect(deployment.client).toMatchObject({ modelSent: "qwen2.5-7b-instruct" });
    expect(notice).toContain('does not list it (stub-1, stub-2); requests name "qwen2.5-7b-instruct"');
  });

  it("without a server, the message gives the commands that start one", async () => {
    await expect(resolveDeployment(qwen, inputs())).rejects.toThrow(
      'no model server answers on 127.0.0.1 for huggingface/qwen2.5-7b-instruct; start one with "vllm serve qwen/qwen2.5-7b-instruct" or "ollama run qwen2.5-7b-instruct", or give one with --endpoint http://HOST:PORT/v1',
    );
  });

  it("without a server, the message suggests a similar name", async () => {
    const wanted = { name: "baseline/frist-option", modelName: "baseline/frist-option" };
    await expect(resolveDeployment(wanted, inputs())).rejects.toThrow(/; did you mean baseline\/first-option\?$/);
  });

  it("if neither of two servers lists the model, the message names both", async () => {
    const given = inputs({ servers: [server(8000, "a"), server(8080, "b")] });
    await expect(resolveDeployment(qwen, given)).rejects.toThrow(
      "no server on 127.0.0.1 lists qwen2.5-7b-instruct; found http://127.0.0.1:8000/v1 (a) and http://127.0.0.1:8080/v1 (b)",
    );
  });

  it("a provider's model is never served from loopback by default", async () => {
    const claude = { name: "anthropic/claude-3-7-sonnet", modelName: "anthropic/claude-3-7-sonnet" };
    await expect(resolveDeployment(claude, inputs({ servers: [server(8000, "x")] }))).rejects.toThrow(
      "anthropic/claude-3-7-sonnet needs an API key: set ANTHROPIC_API_KEY",
    );
    const command = { name: "cohere/command-a", modelName: "cohere/command-a" };
    await expect(resolveDeployment(command, inputs({ servers: [server(8000, "x")] }))).rejects.toThrow(
      "cohere/command-a is not in model_deployments.yaml",
    );
  });

  it("a built-in runs in this process, with or without --endpoint", async () => {
    const first = { name: "baseline/first-option", modelName: "baseline/first-option" };
    const given = inputs({ flags: { endpoint: "http://127.0.0.1:1/v1" } });
    expect(await client(first, given)).toEqual({ kind: "builtin", baseline: "baseline/first-option" });
  });
});

describe("openai/* without an entry", () => {
  it("reads the key from OPENAI_API_KEY and the base URL from OPENAI_BASE_URL", async () => {
    const env = { OPENAI_API_KEY: "k", OPENAI_BASE_URL: "https://proxy.example/v1" };
    expect(await client(gpt, inputs({ env }))).toEqual({
      kind: "openai-chat",
      baseUrl: "https://proxy.example/v1",
      modelSent: "gpt-4o",
      apiKeyFrom: { kind: "env", name: "OPENAI_API_KEY" },
    });
    expect(await client(gpt, inputs({ env: { OPENAI_API_KEY: "k" } }))).toMatchObject({
      baseUrl: "https://api.openai.com/v1",
    });
  });

  it("is refused without a key, except for a loopback base URL", async () => {
    await expect(resolveDeployment(gpt, inputs())).rejects.toThrow(
      "openai/gpt-4o needs an API key: set OPENAI_API_KEY",
    );
    const env = { OPENAI_BASE_URL: "http://127.0.0.1:9/v1" };
    expect(await client(gpt, inputs({ env }))).not.toHaveProperty("apiKeyFrom");
  });
});

describe("the catalog", () => {
  const o3: Deployment = {
    name: "openai/o3",
    modelName: "openai/o3",
    client: { kind: "openai-chat", baseUrl: "https://api.openai.com/v1", modelSent: "o3" },
    maxSequenceLength: 200_000,
    deprecated: true,
    trust: "hosted",
    concurrency: 32,
    price: { inputUsdPerMillion: 2, outputUsdPerMillion: 8 },
    reasoning: true,
    temperature: false,
  };
  const wanted = { name: "openai/o3", modelName: "openai/o3" };
  const env = {
    OPENAI_API_KEY: "k",
    AZURE_OPENAI_API_KEY: "k",
    AZURE_OPENAI_ENDPOINT: "https://h.openai.azure.com",
  };

  it("gives a provider's model its context, price and reasoning, and says that it is withdrawn", async () => {
    const { deployment, notice } = await resolveDeployment(wanted, inputs({ catalog: [o3], env }));
    expect(deployment).toMatchObject({
      maxSequenceLength: 200_000,
      price: o3.price,
      reasoning: true,
      temperature: false,
    });
    expect(deployment).not.toHaveProperty("concurrency");
    expect(notice).toBe("openai/o3 is withdrawn by its provider (conf/model_deployments.yaml); it may not answer");
  });

  it("gives a deployment of Azure the facts of OpenAI's model of its name, without the price", async () => {
    const azure = { name: "azure/o3", modelName: "azure/o3" };
    const { deployment } = await resolveDeployment(azure, inputs({ catalog: [o3], env }));
    expect(deployment).toMatchObject({ name: "azure/o3", reasoning: true, temperature: false });
    expect(deployment).not.toHaveProperty("price");
  });

  it("gives a model in Vertex AI the facts of its creator's model, without the price", async () => {
    const claude = {
      ...o3,
      name: "anthropic/claude-opus-4-1-20250805",
      modelName: "anthropic/claude-opus-4-1-20250805",
    };
    const vertex = "vertex/claude-opus-4-1@20250805";
    const place = { GOOGLE_CLOUD_PROJECT: "p", GOOGLE_CLOUD_LOCATION: "global" };
    const { deployment } = await resolveDeployment(
      { name: vertex, modelName: vertex },
      inputs({ catalog: [claude], env: place }),
    );
    expect(deployment).toMatchObject({ name: vertex, reasoning: true, maxSequenceLength: 200_000, trust: "hosted" });
    expect(deployment).not.toHaveProperty("price");
  });

  it("gives a model at --endpoint neither a price nor a refusal of the temperature", async () => {
    const given = inputs({ catalog: [o3], flags: { endpoint: "http://127.0.0.1:1/v1" } });
    const { deployment, notice } = await resolveDeployment(wanted, given);
    expect(deployment).toMatchObject({ maxSequenceLength: 200_000, reasoning: true, deprecated: false });
    expect(deployment).not.toHaveProperty("price");
    expect(deployment).not.toHaveProperty("temperature");
    expect(notice).toBeUndefined();
  });

  it("is preceded by the YAML", async () => {
    const prodEnv = { ...emptyProdEnv, deployments: [{ ...inYaml, name: "openai/o3" }] };
    expect((await resolveDeployment(wanted, inputs({ catalog: [o3], prodEnv, env }))).deployment).not.toHaveProperty(
      "price",
    );
  });
});

it("--trust covered applies to an endpoint, to a deployment of the YAML and to a provider's model", async () => {
  const flags = { trust: "covered" } as const;
  const trustOf = async (wanted: typeof qwen, more: Parameters<typeof inputs>[0]) =>
    (await resolveDeployment(wanted, inputs(more))).deployment.trust;
  expect(await trustOf(qwen, { flags: { ...flags, endpoint: "http://10.0.0.5:8000/v1" } })).toBe("covered");
  expect(await trustOf(qwen, { flags, prodEnv: { ...emptyProdEnv, deployments: [inYaml] } })).toBe("covered");
  expect(await trustOf(gpt, { flags, env: { OPENAI_API_KEY: "k" } })).toBe("covered");
});

it("HELM: the default deployment is the last current one, else the last deprecated one, else the model's own name", () => {
  const model = "qwen/qwen2.5-7b-instruct";
  expect(defaultDeployment(model, [named("a/1", false), named("a/2", false), named("a/3", true)])).toBe("a/2");
  expect(defaultDeployment(model, [named("a/1", true), named("a/2", true)])).toBe("a/2");
  expect(defaultDeployment("other/model", [named("a/1", false)])).toBe("other/model");
});
