import { Deployment } from "@medhelm/core/models/deployment";
import { expect, test } from "vitest";
import { reachableDeployments } from "./reachable-deployments.ts";

const served = { gpuClass: "gpu-24", repo: "a/b", revision: "0".repeat(40), weightsGb: 1 };
const deployment = (name: string, more: object, client: object = {}) =>
  Deployment.parse({
    name,
    modelName: name,
    trust: "covered",
    client: { kind: "openai-chat", baseUrl: "http://127.0.0.1:8000/v1", modelSent: name, ...client },
    ...more,
  });
const key = (name: string) => ({ apiKeyFrom: { kind: "env", name } });
const all = [
  deployment("own/gpu", { served }),
  deployment("other/gpu", { served }),
  deployment("host/a", {}, key("A_KEY")),
  deployment("host/b", {}, key("B_KEY")),
  deployment("open/server", {}),
  deployment("host/file", {}, { apiKeyFrom: { kind: "credentials", name: "x" } }),
];
const reached = (own: string, held: readonly string[]) => {
  const reaches = reachableDeployments({
    own,
    find: (name) => all.find((one) => one.name === name),
    holds: (name) => held.includes(name),
  });
  return [...all.map(({ name }) => name), "judge/lexical"].filter(reaches);
};

test("a job with GPUs reaches its own model and the built-in rules", () => {
  expect(reached("own/gpu", ["A_KEY"])).toEqual(["own/gpu", "judge/lexical"]);
});

test("a CPU job reaches its own deployment and every hosted deployment whose key it holds or does not need", () => {
  expect(reached("host/b", ["A_KEY"])).toEqual(["host/a", "host/b", "open/server", "judge/lexical"]);
});
