import { expect, it } from "vitest";
import { agentAssumption, type AgentFacts, estimateAgent } from "./estimate-agent.ts";

const facts: AgentFacts = {
  requests: 10,
  promptSample: Array.from({ length: 10 }, () => 93),
  isOwnTokenizer: true,
  form: "open",
  maxTokens: 1024,
  referenceSample: [],
  maxSteps: 2,
  toolTokens: 1000,
};

it("each step reads the tools, the task and all earlier steps", () => {
  // the first step reads 93 + 7 + 1000 tokens, the second one also 80 written tokens, 120 of results and 7 of the template
  expect(estimateAgent(facts).promptTokens.expected).toBe(24_070);
});

it("a task has several requests, at most its limit of steps", () => {
  expect(estimateAgent({ ...facts, maxSteps: 20 }).requests).toEqual({ low: 20, expected: 60, high: 200 });
});

it("thinking is written in each step", () => {
  expect(estimateAgent({ ...facts, thinking: 1000 }).completionTokens.expected).toBe(21_600);
});

it("an earlier run says how many tokens a task reads and writes in all its steps", () => {
  const earlier = { promptTokens: 5000, completionTokens: 300, answers: 400 };
  const { promptTokens, completionTokens } = estimateAgent({ ...facts, earlier });
  expect([promptTokens.expected, completionTokens.expected]).toEqual([50_000, 3000]);
});

it("a limit below the guess is the number of steps", () => {
  expect(agentAssumption(2)).toMatch(/^Without an earlier run, a task is counted with 2 to 2 steps, 2 expected,/);
});
