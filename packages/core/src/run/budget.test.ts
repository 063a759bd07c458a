import { expect, it } from "vitest";
import { Request } from "../helm/scenario-state.ts";
import { costUsd, createBudget, worstCostUsd } from "./budget.ts";
import type { Deployment } from "../models/deployment.ts";

const request = Request.parse({ model_deployment: "a/b", model: "a/b", prompt: "x".repeat(300), max_tokens: 10 });
const deployment: Deployment = {
  name: "a/b",
  modelName: "a/b",
  client: { kind: "openai-chat", baseUrl: "https://api.example/v1", modelSent: "b" },
  deprecated: false,
  trust: "hosted",
};
const price = { inputUsdPerMillion: 1000, outputUsdPerMillion: 2000 };

it("sets aside before it spends, so that requests in flight together cannot pass the limit", async () => {
  const budget = createBudget({ maxUsd: 1 });
  const first = await budget.reserve(0.6);
  expect(await budget.reserve(0.6)).toBeUndefined();
  first?.settle(0.1);
  expect(await budget.reserve(0.6)).toBeDefined();
  expect(budget.spent()).toEqual({ usd: 0.1, requests: 1 });
});

it("gives back what was not spent", async () => {
  const budget = createBudget({ maxRequests: 1 });
  (await budget.reserve(0))?.release();
  expect(await budget.reserve(0)).toBeDefined();
});

it("takes the most that a request can cost: no token is shorter than a byte, and every completion has full length", () => {
  expect(worstCostUsd({ ...deployment, price }, request, createBudget())).toBeCloseTo(0.316 + 0.02);
  const umlauts = { ...request, prompt: "ä".repeat(300), num_completions: 2 };
  expect(worstCostUsd({ ...deployment, price }, umlauts, createBudget())).toBeCloseTo(0.616 + 0.04);
  expect(costUsd(price, { promptTokens: 100, completionTokens: 10 })).toBeCloseTo(0.12);
});

it("refuses a dollar limit over a hosted deployment without a price", () => {
  expect(() => worstCostUsd(deployment, request, createBudget({ maxUsd: 5 }))).toThrow("a/b has no price");
  expect(worstCostUsd({ ...deployment, trust: "local" }, request, createBudget({ maxUsd: 5 }))).toBe(0);
});
