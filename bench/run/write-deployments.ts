import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A served model: the name of its deployment, and the address of its server. */
export interface Served {
  readonly name: string;
  readonly baseUrl: string;
}

/** Writes prod_env/model_deployments.yaml, which `medhelm run` and HELM read in their working folder. `more`: further fields of each deployment. */
export function writeDeployments(folder: string, served: readonly Served[], more: object = {}): void {
  const deployments = served.map(({ name, baseUrl }) => ({
    name,
    model_name: name,
    ...more,
    client_spec: {
      class_name: "helm.clients.vllm_client.VLLMChatClient",
      args: { base_url: baseUrl, vllm_model_name: "stub-1" },
    },
  }));
  mkdirSync(join(folder, "prod_env"), { recursive: true });
  // JSON is YAML, too
  writeFileSync(join(folder, "prod_env/model_deployments.yaml"), JSON.stringify({ model_deployments: deployments }));
}
