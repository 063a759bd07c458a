import { expect, it } from "vitest";
import type { StoredSubmission } from "../submission.ts";
import type { Deployment } from "../models/deployment.ts";
import { makeQuote, type PriceList, type QuotedBenchmark } from "./make-quote.ts";

type Run = StoredSubmission["runs"][number];
const run = (changes: Partial<Run> = {}): Run => ({
  run: "r",
  description: "d",
  benchmark: "pubmed_qa",
  model: "m",
  modelDeployment: "paid/model",
  load: { maxInstances: 100, requestsPerInstance: 1, maxTokens: 10 },
  ...changes,
});
const chat = { kind: "openai-chat", baseUrl: "https://api.example/v1", modelSent: "m" } as const;
const paid: Deployment = {
  name: "paid/model",
  modelName: "paid/model",
  client: chat,
  deprecated: false,
  trust: "hosted",
  price: { inputUsdPerMillion: 10, outputUsdPerMillion: 100 },
};
const prices: PriceList = {
  find: (name) =>
    ({
      "paid/model": { client: chat, price: { inputUsdPerMillion: 10, outputUsdPerMillion: 100, asOf: "2026-08-05" } },
      "free/model": { client: chat },
      "own/model": {
        client: chat,
        served: {
          gpuClass: "gpu-2",
          repo: "a/b",
          revision: "0".repeat(40),
          weightsGb: 1,
          replicas: 1,
          serverArguments: [],
        },
      },
      "baseline/rule": { client: { kind: "builtin" as const, baseline: "rule" } },
    })[name],
  gpuClasses: [
    {
      name: "gpu-2",
      instanceTypes: ["x"],
      gpus: 2,
      gpuMemoryGb: 24,
      vcpus: 8,
      memoryMb: 1000,
      maxGpus: 2,
      price: { spotUsdPerHour: 1, onDemandUsdPerHour: 3, asOf: "2026-08-17" },
    },
  ],
};
const benchmarks = new Map<string, QuotedBenchmark>([
  ["pubmed_qa", { card: { form: "closed" }, size: { instances: { low: 1000, high: 1000 }, promptTokens: [354, 378] } }],
  ["medication_qa", { card: { form: "open" }, size: { instances: { low: 689, high: 690 }, promptTokens: [22, 25] } }],
]);
const quote = (...runs: Run[]) => makeQuote(runs, benchmarks, prices);

it("uses the published instances and prompts of a benchmark, within maxEvalInstances", () => {
  const { candidates, usd, judges, gpuHours } = quote(run());
  expect(candidates).toEqual([
    {
      deployment: "paid/model",
      runs: 1,
      requests: { low: 100, high: 100 },
      promptTokens: { low: 21_240, high: 56_700 },
      completionTokens: { low: 100, high: 1000 },
      usd: { low: 0.2224, high: 0.7578 },
      price: "$10 a million tokens read, $100 written, as of 2026-08-05",
    },
  ]);
  expect([usd, judges, gpuHours]).toEqual([{ low: 0.2224, high: 0.7578 }, [], { low: 0, high: 0 }]);
});

it("has a high that pays the reservation of one request, a token for each byte of the benchmark's longest prompt", () => {
  const one = run({ load: { maxInstances: 1, requestsPerInstance: 1, maxTokens: 1 } });
  // 3,069 bytes are the longest prompt of pubmed_qa, 16 tokens its template, and 1 token the answer
  expect(quote(one).usd.high).toBeGreaterThan(0.030_95);
});

it("adds up the runs of a deployment, and the judges' load from the texts that they read", () => {
  const judged = run({ benchmark: "medication_qa", judges: ["paid/model", "baseline/rule"] });
  const { candidates, judges, usd } = quote(run(), judged);
  expect(candidates.map(({ deployment, runs, requests }) => [deployment, runs, requests])).toEqual([
    ["paid/model", 2, { low: 200, high: 200 }],
  ]);
  expect(judges.map(({ deployment, requests, price }) => [deployment, requests, price])).toEqual([
    ["paid/model", { low: 100, high: 200 }, "$10 a million tokens read, $100 written, as of 2026-08-05"],
    ["baseline/rule", { low: 100, high: 200 }, "built in: free"],
  ]);
  const parts = [...candidates, ...judges].map((line) => line.usd?.high ?? 0);
  expect(usd.high).toBeCloseTo(
    parts.reduce((sum, one) => sum + one, 0),
    3,
  );
});

it("has no upper bound if the number of instances is unknown, and says what to do", () => {
  const { load: _, ...unlimited } = run({ benchmark: "unpublished" });
  const { usd, assumptions } = quote(unlimited);
  expect(usd.high).toBeUndefined();
  expect(assumptions.at(-1)).toBe(
    "The number of instances of these benchmarks is unknown, so there is no high: unpublished. Set maxEvalInstances to get one.",
  );
});

it("has no upper bound in dollars if a deployment has no price", () => {
  const { usd, withoutPrice, candidates } = quote(run({ modelDeployment: "free/model" }), run());
  expect([usd, withoutPrice]).toEqual([{ low: 0.2224 }, ["free/model"]]);
  expect(candidates[0]).toMatchObject({ price: "no price" });
  expect(candidates[0]?.usd).toBeUndefined();
});

it("prices a model on our own machines by the hour: low on Spot, high on demand", () => {
  const { candidates, gpuHours, usd } = quote(run({ modelDeployment: "own/model" }));
  // 28,320 tokens at 60,000 a second and 100 at 8,000, after 5 minutes; 56,700 at 6,000 and 1,000 at 600, after 25
  expect(candidates[0]?.usd).toEqual({ low: 0.0835, high: 1.2593 });
  expect(candidates[0]?.price).toBe(
    "gpu-2: $1 (Spot) to $3 (on demand) an hour of a machine with 2 GPU, as of 2026-08-17",
  );
  expect(gpuHours).toEqual({ low: 0.1669, high: 0.8396 });
  expect(usd).toEqual({ low: 0.0835, high: 1.2593 });
});

it("bounds prompts of the user's own template and data by their bytes", () => {
  const own = run({
    benchmark: "my_notes",
    load: { maxInstances: 2, requestsPerInstance: 1, maxTokens: 10, ownText: { each: 100_000, all: 3000 } },
  });
  // two templates, two chat templates, and the data once
  expect(quote(own).candidates[0]?.promptTokens).toEqual({ low: 100, high: 203_040 });
});

it("adds a system message to each published prompt", () => {
  const long = { maxInstances: 100, requestsPerInstance: 1, maxTokens: 10, ownText: { each: 1000 } };
  expect(quote(run({ load: long })).candidates[0]?.promptTokens).toEqual({ low: 21_240, high: 156_700 });
});

it("counts a rubric of the user's that is longer than the guess", () => {
  const load = { maxInstances: 1, requestsPerInstance: 1, maxTokens: 10, ownText: { each: 0, rubric: 50_000 } };
  const { judges } = quote(run({ benchmark: "medication_qa", load, judges: ["paid/model"] }));
  // asked twice: the rubric, the question (37.5) and the answer
  expect(judges[0]?.promptTokens).toEqual({ low: 324, high: 100_095 });
});

function completionsOf(deployment: Deployment, load: object = {}) {
  const asked = run({ load: { maxInstances: 100, requestsPerInstance: 1, maxTokens: 10, ...load } });
  return makeQuote([asked], benchmarks, { find: () => deployment, gpuClasses: [] }).candidates[0]?.completionTokens;
}

it("counts the room for thinking of a model whose entry says that it thinks, or of a submission with an effort", () => {
  const thinker: Deployment = { ...paid, reasoning: true };
  expect(completionsOf(thinker)).toEqual({ low: 100, high: 1_639_400 });
  expect(completionsOf(paid, { reasoningEffort: "low" })).toEqual({ low: 100, high: 1_639_400 });
  expect(completionsOf(paid)).toEqual({ low: 100, high: 1000 });
});

it("an agent's task is many requests, and each one sends all earlier ones again", () => {
  const load = { maxInstances: 1, requestsPerInstance: 1, maxTokens: 100, steps: { most: 3, toolBytes: 1000 } };
  const { candidates, assumptions } = makeQuote([run({ benchmark: "unknown", load })], benchmarks, prices);
  // three times a prompt of 12,000 tokens and the tools, and three times 100 + 2,000 + 20 tokens of earlier steps
  expect(candidates[0]).toMatchObject({ requests: { low: 1, high: 3 }, promptTokens: { low: 100, high: 45_360 } });
  expect(assumptions.filter((one) => one.startsWith("Agents:"))).toHaveLength(1);
});
