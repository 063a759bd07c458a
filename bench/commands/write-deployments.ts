import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A served model: the name of its deployment, and the address of its server. */
export interface Served {
  readonly name: string;
  readonly baseUrl: string;
}

/** Writes prod_env/model_deployments.yaml, which `medhelm run` reads in its working folder. */
export function writeDeployments(folder: string, served: readonly Served[]): void {
  const entries = served.map(({ name, baseUrl }) =>
    [
      `  - name: ${name}`,
      `    model_name: ${name}`,
      "    client_spec:",
      "      class_name: helm.clients.vllm_client.VLLMChatClient",
      "      args:",
      `        base_url: ${baseUrl}`,
      "        vllm_model_name: stub-1",
    ].join("\n"),
  );
  mkdirSync(join(folder, "prod_env"), { recursive: true });
  writeFileSync(join(folder, "prod_env/model_deployments.yaml"), `model_deployments:\n${entries.join("\n")}\n`);
}
