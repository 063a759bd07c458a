import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeDeployments } from "../write-deployments.ts";
import type { Peer } from "./peer.ts";

export const helm: Peer = {
  name: "HELM",
  program: "helm/bin/helm-run",
  prepare({ folder, config, requests, concurrency, url }) {
    const model = {
      name: "stub/stub-1",
      display_name: "Stub 1",
      description: "a stub",
      creator_organization_name: "Stub",
      access: "open",
      num_parameters: 1,
      release_date: null,
      tags: ["TEXT_MODEL_TAG", "LIMITED_FUNCTIONALITY_TEXT_MODEL_TAG"],
    };
    writeDeployments(folder, [{ name: "stub/stub-1", baseUrl: `${url}/` }], {
      tokenizer_name: "simple/tokenizer1",
      max_sequence_length: 128_000,
    });
    writeFileSync(join(folder, "prod_env/model_metadata.yaml"), JSON.stringify({ models: [model] }));
    return {
      args: [
        "--run-entries",
        `medhelm_configurable_benchmark:config_path=${config},model=stub/stub-1,model_deployment=stub/stub-1`,
        "--suite=s",
        `--max-eval-instances=${requests}`,
        `--num-threads=${concurrency}`,
        "--output-path=out",
        "--local-path=prod_env",
      ],
    };
  },
};
