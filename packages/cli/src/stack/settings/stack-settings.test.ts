import { Deployment } from "@medhelm/core/models/deployment";
import { concurrencyOf } from "@medhelm/core/run/asking/concurrency-of";
import { expect, test } from "vitest";
import { modelVariables, ownVariables, StackSettings } from "./stack-settings.ts";

test("the worker gets the variables of the keys and headers that model_deployments.yaml names, and no other secret", () => {
  const settings = StackSettings.parse({ outputPath: "out", numThreads: 1, promptsDir: "prompts", ...NO_OPTIONS });
  const deployment = Deployment.parse({
    name: "hospital/qwen",
    modelName: "hospital/qwen",
    trust: "covered",
    client: {
      kind: "openai-chat",
      baseUrl: "https://gateway.example/v1",
      modelSent: "qwen",
      apiKeyFrom: { kind: "env", name: "HOSPITAL_KEY" },
    },
    request: { headersFrom: { "x-token": "GATEWAY_TOKEN" } },
  });
  const allowed = modelVariables(settings, [deployment]);
  expect(allowed).toEqual(expect.arrayContaining(["HOSPITAL_KEY", "GATEWAY_TOKEN"]));
  expect(allowed).not.toContain("GITHUB_TOKEN");
});

test("the worker trusts the certificate authority of the house, with and without a shared bucket", () => {
  const settings = StackSettings.parse({ outputPath: "out", numThreads: 1, promptsDir: "prompts", ...NO_OPTIONS });
  expect(modelVariables(settings, [])).toContain("NODE_EXTRA_CA_CERTS");
});

test("the aggregator and the site job get no key of a provider, and the key of AWS only for a shared bucket", () => {
  expect(ownVariables({}).filter((name) => /KEY|TOKEN|AWS|CREDENTIALS|ENDPOINT/.test(name))).toEqual([]);
  const shared = ownVariables({ store: "bucket" });
  expect(shared).toEqual(expect.arrayContaining(["AWS_SECRET_ACCESS_KEY", "AWS_ENDPOINT_URL_S3"]));
  expect(shared).not.toContain("OPENAI_API_KEY");
});

test("a stack without --num-threads finds the number of requests in flight", () => {
  const settings = StackSettings.parse({ outputPath: "out", promptsDir: "prompts", ...NO_OPTIONS });
  expect(concurrencyOf(settings)).toEqual({ concurrency: 64, firstConcurrency: 4 });
});

const NO_OPTIONS = { offline: false, allowHosted: false, judgesMayBeCandidate: false, allowRetiredJudges: false };
