import { expect, test } from "vitest";
import { Deployment } from "./deployment.ts";
import { doesThink, withReasoningAllowance } from "./reasoning-allowance.ts";

const CHAT = { kind: "openai-chat", baseUrl: "http://127.0.0.1:8000/v1", modelSent: "m" };
const CLAUDE = { kind: "anthropic-messages", baseUrl: "https://api.anthropic.com", modelSent: "claude" };
const of = (more: object): Deployment =>
  Deployment.parse({ name: "a/b", modelName: "a/b", trust: "local", client: CHAT, ...more });
const allowanceOf = (more: object, seen?: boolean) =>
  withReasoningAllowance(of(more), "fenced", seen).settings?.reasoningAllowance;

test.each([
  ["a deployment with `reasoning: true`", { reasoning: true }, 16_384],
  ["an effort", { settings: { reasoningEffort: "low" } }, 16_384],
  ["half of a context of 8,192 tokens", { reasoning: true, maxSequenceLength: 8192 }, 4096],
  ["effort none", { reasoning: true, settings: { reasoningEffort: "none" } }, undefined],
  ["a model that does not think", { reasoning: false }, undefined],
  ["a Claude without an effort, which does not think", { client: CLAUDE, reasoning: true }, undefined],
  ["a Claude with an effort", { client: CLAUDE, reasoning: true, settings: { reasoningEffort: "high" } }, 16_384],
  [
    "a Claude whose budget is added anyway",
    { client: CLAUDE, reasoning: "budget", settings: { reasoningEffort: "high" } },
    undefined,
  ],
  ["an unknown model", {}, undefined],
])("the room for thinking follows from the deployment: %s", (_, more, allowance) => {
  expect(allowanceOf(more)).toBe(allowance);
});

test("an unknown model gets room if its reply to the canary shows thinking", () => {
  expect(allowanceOf({}, true)).toBe(16_384);
});

test("what the deployment says precedes what the canary shows", () => {
  expect(doesThink(of({ reasoning: false }), true)).toBe(false);
});

test("protocol helm keeps HELM's exact limit", () => {
  const deployment = of({ reasoning: true });
  expect(withReasoningAllowance(deployment, "helm")).toBe(deployment);
});
