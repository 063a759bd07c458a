import { modelClients } from "@medhelm/adapters/models/clients";
import { parseModelDeployments } from "@medhelm/core/models/model-deployments";
import { emptyProdEnv } from "@medhelm/core/models/prod-env";
import { expect, test } from "vitest";
import { configuredModels } from "./configured-models.ts";
import { requireServed } from "./require-served.ts";

const deployments = parseModelDeployments(
  `model_deployments:
  - name: vllm/qwen3-8b
    model_name: qwen/qwen3-8b
    client_spec: {class_name: helm.clients.vllm_client.VLLMChatClient}
    served: {gpu_class: gpu-24, repo: Qwen/Qwen3-8B, revision: ${"b".repeat(40)}, weights_gb: 16}
  - name: openai/gpt-test
    client_spec: {class_name: helm.clients.openai_client.OpenAIClient}
`,
  "conf/model_deployments.yaml",
  new Map(),
);
const juries = {
  old: [
    {
      name: "gone",
      model: "x/gone",
      modelDeployment: "x/gone",
      retired: { on: "2026-01-01", substitute: "openai/gpt-test" },
    },
  ],
};
const service = (env: Record<string, string> = {}) =>
  configuredModels({
    prodEnv: { ...emptyProdEnv, deployments },
    juries,
    env,
    clients: modelClients,
    today: () => "2026-02-01",
  });

test("every job asks a served deployment at the worker's own address", async () => {
  const deployment = await service().resolve("vllm/qwen3-8b", "qwen/qwen3-8b", "judge");
  expect(deployment).toMatchObject({ client: { baseUrl: "http://127.0.0.1:8000/v1" }, trust: "covered" });
});

test("a built-in model needs no configuration", async () => {
  const models = service();
  const deployment = await models.resolve("baseline/first-option", "baseline/first-option", "candidate");
  expect((await models.connect(deployment)).flavour).toBe("builtin");
});

test("the service refuses an unknown deployment and suggests a similar name without a probe", async () => {
  await expect(service().resolve("vllm/qwen3-8B", "qwen/qwen3-8b", "candidate")).rejects.toThrow(
    "this service does not serve vllm/qwen3-8B; did you mean vllm/qwen3-8b?",
  );
  await expect(service().resolve("nobody/nothing-like-it", "n/n", "candidate")).rejects.toThrow(
    "this service does not serve nobody/nothing-like-it; GET /v1/models lists those that it serves",
  );
});

test("a hosted deployment takes its key from the environment and cannot connect without it", async () => {
  const deployment = await service().resolve("openai/gpt-test", "openai/gpt-test", "candidate");
  await expect(service().connect(deployment)).rejects.toThrow("set the environment variable OPENAI_API_KEY");
  expect((await service({ OPENAI_API_KEY: "k" }).connect(deployment)).endpoint).toBe(
    "https://api.openai.com/v1/chat/completions",
  );
});

test("the service refuses runs whose model or judges it does not serve", async () => {
  const run = { model: "qwen/qwen3-8b", modelDeployment: "vllm/qwen3-8b" };
  await expect(requireServed(service(), [{ ...run, judges: ["openai/gpt-test"] }])).resolves.toBeUndefined();
  await expect(requireServed(service(), [run, { ...run, judges: ["x/gone"] }])).rejects.toThrow(
    "the judge x/gone was retired by its provider on 2026-01-01: use openai/gpt-test instead",
  );
  await expect(requireServed(service(), [{ ...run, judges: ["x/unknown"] }])).rejects.toThrow(
    "this service does not serve x/unknown",
  );
});
