import { parseModelDeployments } from "@medhelm/core/run/model-deployments";
import { expect, test } from "vitest";
import { reachesOf } from "./reaches.ts";

const served = (name: string) =>
  `  - name: ${name}
    client_spec: {class_name: helm.clients.vllm_client.VLLMChatClient}
    served: {gpu_class: gpu-24, repo: a/a, revision: ${"a".repeat(40)}, weights_gb: 1}
`;
const deployments = parseModelDeployments(
  `model_deployments:
${served("local/a")}${served("local/b")}  - name: openai/c
    client_spec: {class_name: helm.clients.openai_client.OpenAIClient}
  - name: hospital/d
    client_spec: {class_name: helm.clients.vllm_client.VLLMChatClient, args: {base_url: "http://10.0.0.1:8000/v1"}}
  - name: simple/model1
    client_spec: {class_name: helm.clients.simple_client.SimpleClient}
`,
  "conf",
  new Map(),
);
const names = [...deployments.map(({ name }) => name), "baseline/first-option"];
const reached = (own: string | undefined, env: Record<string, string>) =>
  names.filter(reachesOf({ deployments, served: own, env }));

test("a GPU job asks its own model and no other's, and no provider", () => {
  expect(reached("local/a", {})).toEqual(["local/a", "hospital/d", "simple/model1", "baseline/first-option"]);
});

test("a CPU job asks the providers whose keys it holds", () => {
  expect(reached(undefined, { OPENAI_API_KEY: "k" })).toEqual([
    "openai/c",
    "hospital/d",
    "simple/model1",
    "baseline/first-option",
  ]);
  expect(reached(undefined, { OPENAI_API_KEY: "" })).not.toContain("openai/c");
});
