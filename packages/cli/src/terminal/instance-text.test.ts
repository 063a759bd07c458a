import type { PageInstance } from "@medhelm/core/release/pages/page";
import { expect, test } from "vitest";
import { instanceText, marksOf } from "./instance-text.ts";

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

const EXACT_MATCH = { name: "exact_match", isJudged: false };

test("an answer that HELM marks wrong says how it was read, with the main metric first", () => {
  expect(instanceText(instance, EXACT_MATCH)).toBe(`== id1: exact_match 0 (HELM scoring), 1 (corrected scoring)
-- prompt
A. yes
B. no
Answer:
-- response
B.
-- correct
no
-- how corrected scoring read it
Read: "B". The reply commits to this answer.
-- scores
exact_match 0 (HELM scoring), 1 (corrected scoring)
HELM scoring takes the reply as HELM does, and corrected scoring takes what it read (docs/scoring.md)
others: quasi_exact_match 0 (HELM scoring), 1 (corrected scoring)
-- tokens
not counted: the server reports none, and no tokenizer is known (tokenizer_file in model_deployments.yaml)

`);
});

test("a failed request shows its failure, and its metric is unknown", () => {
  const { response: _, readings: __, ...rest } = instance;
  const text = instanceText({ ...rest, stats: {}, corrected: {}, failure: "HTTP 400" }, EXACT_MATCH);
  expect(text).toContain("-- failure\nHTTP 400\n");
  expect(text).toContain("-- scores\nexact_match unknown: the request failed\n");
});

test("an answer that no judge scored is unknown, also where HELM's file has a default score", () => {
  const judged = { ...instance, stats: { jury_score: 1 }, corrected: {} };
  expect(instanceText(judged, { name: "jury_score", isJudged: true })).toContain(
    "-- scores\njury_score unknown: no judge scored the answer; HELM scoring counts it as 1\n",
  );
});

test("without scores in the run folder, the scores are unknown", () => {
  expect(instanceText({ ...instance, stats: {}, corrected: {} })).toContain(
    "-- scores\nunknown: the run folder has no scores of its answers\n",
  );
});

test("an empty reply and a verdict without a score are named", () => {
  const judgements = [{ judge: "acme/judge", standIn: false, criteria: [], unscored: "no JSON in the reply" }];
  const text = instanceText({ ...instance, response: "", judgements }, EXACT_MATCH);
  expect(text).toContain("-- response\n(empty)\n");
  expect(text).toContain("-- judges\nacme/judge: no score: no JSON in the reply\n");
});

test("tokens are those of the provider or the tokenizer, not the 1 of HELM's stats", () => {
  const corrected = { ...instance.corrected, num_prompt_tokens: 57, num_output_tokens: 3 };
  expect(instanceText({ ...instance, corrected }, EXACT_MATCH)).toContain("-- tokens\n57 read, 3 written\n");
});

test("the marks of an answer under both profiles have the reader's reason", () => {
  expect(marksOf(instance, EXACT_MATCH)).toEqual({
    helm: {
      kind: "wrong",
      value: 0,
      why: `HELM's own rule gives 0; corrected scoring gives 1. Read: "B". The reply commits to this answer.`,
    },
    corrected: { kind: "right", value: 1, why: `Read: "B". The reply commits to this answer.` },
  });
});

test("thinking in tags is apart from the response, and only its first words are printed", () => {
  const response = `<think>${"word ".repeat(99)}</think>B`;
  const one = { ...instance, response, thinkingAt: [[0, response.length - 1] as [number, number]] };
  const text = instanceText(one, EXACT_MATCH);
  expect(text).toContain("... (100 words; --thinking prints them all)\n-- response\nB\n");
  expect(instanceText(one, EXACT_MATCH, true)).toContain("word </think>\n-- response\nB\n");
});

test("the steps of an agent replace its last response", () => {
  const text = instanceText({
    ...instance,
    response: 'close({"result":"done"})',
    transcript: {
      formatVersion: 1,
      turns: [
        {
          text: "I look.",
          calls: [
            { name: "find", arguments: '{"name":1}', result: '{"error":"name: a text"}', invalid: "name: a text" },
          ],
        },
        { text: "", calls: [], says: "Use a tool.", invalid: "the reply calls no tool", cut: true },
        { text: "", calls: [{ name: "close", arguments: '{"result":"done"}', result: "{}" }] },
      ],
      end: { kind: "finished" },
      checks: [{ name: "phone", passed: false, detail: "555-0100, not 555-0177" }],
    },
  });
  expect(text).toContain(`-- steps
step 1
assistant: I look.
tool call: find({"name":1})
tool result, not carried out: {"error":"name: a text"}
step 2 (the limit of tokens cut it)
not carried out: the reply calls no tool
user: Use a tool.
step 3
tool call: close({"result":"done"})
tool result: {}
The model ended the task after 3 steps.
check phone: failed (555-0100, not 555-0177)
-- correct
`);
});

test("characters of an answer that a terminal would obey are shown as marks", () => {
  const one = { ...instance, prompt: "\u009B2J", response: "A\u001B]0;owned\u0007" };
  expect(instanceText(one, EXACT_MATCH)).toContain("-- prompt\n⟦U+009B⟧2J\n-- response\nA⟦U+001B⟧]0;owned⟦U+0007⟧\n");
});
