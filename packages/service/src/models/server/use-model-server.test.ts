import { modelClients } from "@medhelm/adapters/models/clients";
import { parseModelDeployments } from "@medhelm/core/models/model-deployments";
import { emptyProdEnv } from "@medhelm/core/models/prod-env";
import { expect, test } from "vitest";
import { configuredModels } from "../configured-models.ts";
import { useModelServer, serverBaseUrl } from "./use-model-server.ts";

const deployments = parseModelDeployments(
  `model_deployments:
  - name: local/a
    client_spec: {class_name: helm.clients.vllm_client.VLLMChatClient}
    served: {gpu_class: gpu-24, repo: a/a, revision: ${"a".repeat(40)}, weights_gb: 1}
  - name: hospital/b
    client_spec: {class_name: helm.clients.vllm_client.VLLMChatClient, args: {base_url: "http://10.0.0.1:8000/v1"}}
`,
  "conf",
  new Map(),
);

test("the port of the job's model server does not change the endpoint, so workers find stored answers", async () => {
  const models = configuredModels({
    prodEnv: { ...emptyProdEnv, deployments },
    juries: {},
    env: {},
    clients: modelClients,
    today: () => "2026-01-01",
  });
  const endpoints = async (source: typeof models) =>
    Promise.all(deployments.map(async (deployment) => (await source.connect(deployment)).endpoint));
  expect(await endpoints(useModelServer(models, serverBaseUrl("http://127.0.0.1:54321/")))).toEqual(
    await endpoints(models),
  );
  expect(await endpoints(models)).toEqual([
    "http://127.0.0.1:8000/v1/chat/completions",
    "http://10.0.0.1:8000/v1/chat/completions",
  ]);
});
