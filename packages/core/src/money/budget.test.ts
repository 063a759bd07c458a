import { expect, it } from "vitest";
import { Request } from "../helm/scenario-state.ts";
import { createBudget, worstMicroUsd } from "./budget.ts";
import { tokensMicroUsd } from "./micro-usd.ts";
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

it("reserves before it spends, so that concurrent requests cannot exceed the limit", async () => {
  const budget = createBudget({ maxMicroUsd: 1_000_000 });
  const first = await budget.reserve(600_000);
  const second = budget.reserve(600_000);
  first?.settle({ price, usage: { promptTokens: 500, completionTokens: 0 } });
  expect(await second).toBeUndefined();
  expect(budget.spent()).toEqual({ microUsd: 500_000, requests: 1 });
});

it("waits for requests in flight before it refuses, because they cost less than they reserve", async () => {
  const budget = createBudget({ maxMicroUsd: 1_000_000 });
  const first = await budget.reserve(600_000);
  const second = budget.reserve(600_000);
  first?.settle({ price, usage: { promptTokens: 100, completionTokens: 0 } });
  expect(await second).toBeDefined();
});

it("refuses at once what the charges leave no room for, although requests are in flight", async () => {
  const budget = createBudget({ maxMicroUsd: 1_000_000 });
  (await budget.reserve(500_000))?.settle({ price, usage: { promptTokens: 500, completionTokens: 0 } });
  await budget.reserve(100_000);
  expect(await budget.reserve(600_000)).toBeUndefined();
});

it("rounds the sum of many small charges once, not each charge", async () => {
  const budget = createBudget();
  const cheap = { inputUsdPerMillion: 0.15, outputUsdPerMillion: 0 };
  for (let i = 0; i < 1000; i++)
    (await budget.reserve(1))?.settle({ price: cheap, usage: { promptTokens: 1, completionTokens: 0 } });
  expect(budget.spent()).toEqual({ microUsd: 150, requests: 1000 });
});

it("reaches a cent after 50,000 answers that each cost a fifth of a millionth", async () => {
  const budget = createBudget({ maxMicroUsd: 10_000 });
  const cheap = { inputUsdPerMillion: 0.01, outputUsdPerMillion: 0.01 };
  const usage = { promptTokens: 10, completionTokens: 10 };
  for (let next = await budget.reserve(1); next !== undefined; next = await budget.reserve(1))
    next.settle({ price: cheap, usage });
  expect(budget.spent()).toEqual({ microUsd: 10_000, requests: 49_996 });
});

it("counts a part of a millionth as a whole one, so that the limit holds", async () => {
  const budget = createBudget();
  const cheap = { inputUsdPerMillion: 0.01, outputUsdPerMillion: 0 };
  (await budget.reserve(1))?.settle({ price: cheap, usage: { promptTokens: 10, completionTokens: 0 } });
  expect(budget.spent().microUsd).toBe(1);
});

it("frees a released reservation", async () => {
  const budget = createBudget({ maxRequests: 1 });
  (await budget.reserve(0))?.release();
  expect(await budget.reserve(0)).toBeDefined();
});

it("estimates the most that a request can cost: a token for each byte, and every completion at full length", () => {
  expect(worstMicroUsd({ ...deployment, price }, request, createBudget())).toBe(316_000 + 20_000);
  const umlauts = { ...request, prompt: "ä".repeat(300), num_completions: 2 };
  expect(worstMicroUsd({ ...deployment, price }, umlauts, createBudget())).toBe(616_000 + 40_000);
  expect(tokensMicroUsd(price, { promptTokens: 100, completionTokens: 10 })).toBe(120_000);
});

it.each(["hosted", "covered", "local"] as const)(
  "refuses a dollar limit for a %s deployment without a price",
  (trust) => {
    const budget = createBudget({ maxMicroUsd: 5_000_000 });
    expect(() => worstMicroUsd({ ...deployment, trust }, request, budget)).toThrow("a/b has no price");
  },
);

it("takes a price of 0 for free", () => {
  const free = { inputUsdPerMillion: 0, outputUsdPerMillion: 0 };
  expect(worstMicroUsd({ ...deployment, price: free }, request, createBudget({ maxMicroUsd: 5_000_000 }))).toBe(0);
});

it.each([{}, { promptTokens: 100 }])("counts an answer with the tokens %j as the whole reservation", async (usage) => {
  const budget = createBudget({ maxMicroUsd: 1_000_000 });
  (await budget.reserve(600_000))?.settle({ price, usage });
  expect(budget.spent()).toEqual({ microUsd: 600_000, requests: 1 });
});
