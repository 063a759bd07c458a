import { valueOf } from "@medhelm/core/reading/reading";
import { expect, test } from "vitest";
import { readVerdict } from "./read-verdict.ts";

test.each([
  "All five sentences (0 to 4) are medically correct.",
  "Each of the sentences (IDs 0–4) appears to be right.",
  "All statements, 0 to 4, check out.",
  "Alle fünf Sätze (0 bis 4) sind medizinisch korrekt.",
  "Todas las oraciones (0 a 4) son correctas.",
  "所有句子（0到4）都正确。",
  "Looks good to me.",
])("a reply that calls all sentences right finds no error: %j", (reply) => {
  expect(valueOf(readVerdict(reply))).toEqual({ error: false });
});

test.each([
  "Sentence 1 is fine. Sentence 2 is fine. Sentence 3 is",
  "Sentence 0 looks fine. Sentence 1 also looks fine. Sentence 2 mentions the",
])("a walk through the sentences that is cut off names none: %j", (reply) => {
  expect(valueOf(readVerdict(reply))).toBeUndefined();
});

test.each([
  "Pneumonia is diagnosed. → Embolism is diagnosed.",
  "**Thinking:** 0 A man coughs.\n\n**Answer:** Pneumonia is diagnosed. -> Embolism is diagnosed.",
])("a sentence with its correction is named by its words: %j", (reply) => {
  expect(valueOf(readVerdict(reply, "0 A man coughs.\n1 Pneumonia is diagnosed."))).toEqual({
    error: true,
    sentence: 1,
  });
});

test("a walk through the sentences may end with the wrong one", () => {
  expect(valueOf(readVerdict("Sentence 0 is right. Sentence 1 is wrong"))).toEqual({ error: true, sentence: 1 });
});

test.each(["### Final Answer\n\n", "Answer: ", "**Answer:** "])(
  "a list that calls all sentences right does so after %j",
  (lead) => {
    expect(valueOf(readVerdict(`${lead}0 correct\n1 correct\n2 correct`))).toEqual({ error: false });
  },
);
