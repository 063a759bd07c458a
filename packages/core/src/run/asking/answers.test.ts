import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { StoredAnswer, storeAnswer } from "./answers.ts";

const answer = (text: string) =>
  StoredAnswer.parse({
    formatVersion: 1,
    deployment: "stub/a",
    result: { success: true, cached: false, embedding: [], completions: [{ text, logprob: 0, tokens: [] }] },
    usage: {},
  });

test("a worker whose answer comes after another one to the same request uses the stored one", async () => {
  const objects = memoryStore();
  await storeAnswer(objects, "cache/public/a", answer("first"));
  const used = await storeAnswer(objects, "cache/public/a", answer("second"));
  expect(used.result.completions.map(({ text }) => text)).toEqual(["first"]);
});

const usage = (promptTokens: number, completionTokens: number) =>
  StoredAnswer.shape.usage.parse({ promptTokens, completionTokens });

test("counts of tokens that cannot be right are unknown in a stored answer, so that no sum of them spoils a ledger", () => {
  expect([usage(-5, 7), usage(3, Number.MAX_SAFE_INTEGER), usage(0, 1e8)]).toEqual([
    { completionTokens: 7 },
    { promptTokens: 3 },
    { promptTokens: 0, completionTokens: 1e8 },
  ]);
});
