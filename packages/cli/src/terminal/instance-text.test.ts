import type { PageInstance } from "@medhelm/core/release/page";
import { expect, test } from "vitest";
import { instanceText } from "./instance-text.ts";

const instance: PageInstance = {
  id: "id1",
  trial: 0,
  prompt: "A. yes\nB. no\nAnswer:",
  response: "B.",
  references: [
    { text: "yes", correct: false },
    { text: "no", correct: true },
  ],
  stats: { num_prompt_tokens: 1, exact_match: 0, quasi_exact_match: 0 },
  corrected: { exact_match: 1, quasi_exact_match: 1 },
  judgements: [],
  readings: [{ reader: "option", value: "B", steps: [{ step: "found an answer", at: [[0, 1]] }] }],
};

test("an answer that HELM marks wrong says how it was read, with the main metric first", () => {
  expect(instanceText(instance, "exact_match")).toBe(`== id1
-- prompt
A. yes
B. no
Answer:
-- response
B.
-- correct
no
-- how corrected scoring read it
option: "B". The reply commits to this answer.
-- scores
exact_match 0 (HELM scoring), 1 (corrected scoring)
HELM scoring takes the reply as HELM does, and corrected scoring takes what it read (docs/scoring.md)
others: quasi_exact_match 0 (HELM scoring), 1 (corrected scoring)
-- tokens
not counted: the server reports none, and no tokenizer is known (tokenizer_file in model_deployments.yaml)

`);
});

test("a failed request shows its failure, and its metric is not scored", () => {
  const { response: _, readings: __, ...rest } = instance;
  const text = instanceText({ ...rest, stats: {}, corrected: {}, failure: "HTTP 400" }, "exact_match");
  expect(text).toContain("-- failure\nHTTP 400\n");
  expect(text).toContain("-- scores\nexact_match not scored\n");
});

test("an empty reply and a verdict without a score are named", () => {
  const judgements = [{ judge: "acme/judge", standIn: false, criteria: [], unscored: "no JSON in the reply" }];
  const text = instanceText({ ...instance, response: "", judgements }, "exact_match");
  expect(text).toContain("-- response\n(empty)\n");
  expect(text).toContain("-- judges\nacme/judge: no score: no JSON in the reply\n");
});

test("tokens are those of the provider or the tokenizer, not the 1 of HELM's stats", () => {
  const corrected = { ...instance.corrected, num_prompt_tokens: 57, num_output_tokens: 3 };
  expect(instanceText({ ...instance, corrected }, "exact_match")).toContain("-- tokens\n57 read, 3 written\n");
});
