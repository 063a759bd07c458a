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
