import { deploymentAt, requestOf } from "@medhelm/testing/models/ask-recorded";
import { expect, test } from "vitest";
import { anthropicClient } from "./anthropic.ts";
import { bedrockClient } from "./bedrock.ts";
import { geminiClient } from "./gemini.ts";

const at = (client: object, reasoning: unknown, reasoningEffort: string) => {
  const facts = { client, reasoning, settings: { reasoningEffort } };
  return deploymentAt("http://127.0.0.1:1", facts);
};
const CLAUDE = { kind: "anthropic-messages", modelSent: "claude" };
const GEMINI = { kind: "gemini", modelSent: "gemini" };
const bedrock = (modelSent: string) => ({ kind: "bedrock-converse", modelSent, region: "us-east-1" });

test.each([
  [
    "Claude's effort",
    anthropicClient,
    CLAUDE,
    true,
    "high",
    {
      max_tokens: 50,
      thinking: { type: "adaptive" },
      output_config: { effort: "high" },
    },
  ],
  [
    "an older Claude's budget, a part of max_tokens",
    anthropicClient,
    CLAUDE,
    "budget",
    "low",
    {
      max_tokens: 1074,
      thinking: { type: "enabled", budget_tokens: 1024 },
    },
  ],
  [
    "Gemini's level",
    geminiClient,
    GEMINI,
    true,
    "low",
    {
      generationConfig: { thinkingConfig: { includeThoughts: true, thinkingLevel: "low" } },
    },
  ],
  [
    "an older Gemini's budget",
    geminiClient,
    GEMINI,
    "budget",
    "medium",
    {
      generationConfig: { thinkingConfig: { includeThoughts: true, thinkingBudget: 4096 } },
    },
  ],
  [
    "no thoughts of an older Gemini",
    geminiClient,
    GEMINI,
    "budget",
    "none",
    {
      generationConfig: { thinkingConfig: { thinkingBudget: 0 } },
    },
  ],
  [
    "Claude's effort on Bedrock",
    bedrockClient,
    bedrock("us.anthropic.claude-opus-4-8"),
    true,
    "low",
    {
      additionalModelRequestFields: { thinking: { type: "adaptive" }, output_config: { effort: "low" } },
    },
  ],
  [
    "another model's effort on Bedrock",
    bedrockClient,
    bedrock("openai.gpt-oss-120b-1:0"),
    true,
    "low",
    {
      inferenceConfig: { temperature: 0 },
      additionalModelRequestFields: { reasoning_effort: "low" },
    },
  ],
])("--reasoning-effort is %s", (_, client, api, reasoning, effort, body) => {
  expect(client({ deployment: at(api, reasoning, effort) }).wireBody(requestOf())).toMatchObject(body);
});

test("a Claude that thinks gets no temperature", () => {
  const body = anthropicClient({ deployment: at(CLAUDE, true, "low") }).wireBody(requestOf());
  expect(body).not.toHaveProperty("temperature");
});

test("a budget in tokens has three words", () => {
  const { wireBody } = anthropicClient({ deployment: at(CLAUDE, "budget", "xhigh") });
  expect(() => wireBody(requestOf())).toThrow(
    "--reasoning-effort xhigh: a/b limits its thinking by a number of tokens; use low, medium, high",
  );
});
