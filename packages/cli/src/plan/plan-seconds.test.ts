import { exactly } from "@medhelm/core/money/amount";
import type { MinuteLimits } from "@medhelm/core/models/minute-limits";
import { expect, test } from "vitest";
import { planSeconds } from "./plan-seconds.ts";

const use = (requests: number, model: { readonly perMinute?: MinuteLimits } = {}) => ({
  deployment: "h/q",
  requests: exactly(requests),
  promptTokens: exactly(100 * requests),
  completionTokens: exactly(15 * requests),
  model,
});
const expected = (...of: Parameters<typeof planSeconds>) => Math.round(planSeconds(...of).expected);

test("a plan takes the time of its requests in flight", () => {
  expect(expected([use(40)], { concurrency: 4 })).toBe(10);
});

test("a plan takes the time that a limit of requests a minute needs, for both roles of a deployment", () => {
  expect(expected([use(40), use(20)], { concurrency: 4, perMinute: { requests: 30 } })).toBe(120);
});

test("a plan takes the time that a deployment's own limit of tokens a minute needs", () => {
  const uses = [use(40, { perMinute: { tokens: 2_300 } })];
  expect(expected(uses, { concurrency: 4, perMinute: { tokens: 1 } })).toBe(120);
});
