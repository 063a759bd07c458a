import { expect, test } from "vitest";
import { maskModel } from "./mask-model.ts";

test.each([
  ["openai/gpt-4o-2024-05-13", "As ChatGPT, made by OpenAI, I think", "As [model], made by [model], I think"],
  ["openai/gpt-4o-2024-05-13", "I am gpt-4o-2024-05-13.", "I am [model]."],
  ["anthropic/claude-3-7-sonnet", "Claude 3.7 Sonnet: rest.", "[model]: rest."],
  ["google/gemini-2.0-flash-001", "Gemini's plan", "[model]'s plan"],
  ["my-lab/ward-7b", "Ward-7B of my-lab answers for ward 7", "[model] of [model] answers for ward 7"],
])("in an answer of %s, the name of its model is hidden", (model, answer, expected) => {
  expect(maskModel(answer, model).text).toBe(expected);
});

test.each([
  ["anthropic/claude-3-7-sonnet", "Gemini twins; llama bite"],
  ["local/clinical", "Clinical course, together with local findings"],
  ["", "an answer of an unknown model"],
])("in an answer of %s, other words stay", (model, answer) => {
  expect(maskModel(answer, model)).toEqual({ text: answer, masked: 0 });
});
