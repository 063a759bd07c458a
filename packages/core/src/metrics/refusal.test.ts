import { expect, test } from "vitest";
import { RequestState } from "../helm/scenario-state.ts";
import { readRefusal } from "../reading/refusals/read-refusal.ts";
import { valueOf } from "../reading/reading.ts";
import { refusalReadings, refusalStats } from "./refusal.ts";

test.each([
  "I cannot answer that.",
  "I can\u2019t help with this request.",
  "I'm sorry, but I can't provide medical advice.",
  "I am sorry, but I cannot assist.",
  "I'm unable to provide a diagnosis; please see a doctor.",
  "As an AI language model, I am not able to examine patients.",
  "As an AI, I don't have access to the record.",
  "Unfortunately, I **cannot** recommend a dose.",
  "I must respectfully decline.",
])("a refusal: %s", (answer) => {
  expect(valueOf(readRefusal(answer))).toBe("refused");
});

test.each([
  "B",
  "I cannot determine from this note whether the patient smokes.",
  "The patient cannot give consent.",
  "Metformin cannot help here; use insulin.",
  "I can't see an error in the note: CORRECT",
  "As an AI tool reads scans, sensitivity rises.",
  "No.",
  "As an AI, I don't have a licence, but the usual dose is 5 mg.",
  "As an AI, I am not a doctor. The usual dose is 5 mg.",
  `${"Give 500 mg twice a day. ".repeat(20)}I cannot help with transport.`,
])("no refusal: %s", (answer) => {
  expect(valueOf(readRefusal(answer))).toBe("answered");
});

const state = (result: Record<string, unknown>) =>
  RequestState.parse({
    instance: { input: { text: "q" }, references: [], id: "id0" },
    train_trial_index: 0,
    request: { model_deployment: "d", model: "m", prompt: "p" },
    result: {
      success: true,
      embedding: [],
      completions: [{ text: "", logprob: 0, tokens: [] }],
      cached: false,
      ...result,
    },
    num_train_instances: 0,
    prompt_truncated: false,
  });
const answered = (text: string, reason: string) => ({
  completions: [{ text, logprob: 0, tokens: [], finish_reason: { reason } }],
});

test("empty and filtered answers are refusals; failures and answers cut before the first word are not classified", () => {
  const refused = [{ name: "refusal", value: true }];
  expect(refusalStats(state(answered(" \n", "stop")))).toEqual(refused);
  expect(refusalStats(state(answered("", "length")))).toEqual([]);
  const filter = "the provider's content filter refused the prompt";
  expect(refusalStats(state({ success: false, error: filter }))).toEqual(refused);
  expect(refusalStats(state({ success: false, error: "timed out" }))).toEqual([]);
});

test("thinking that never ends is an empty answer", () => {
  const thinking = "<think>I cannot help with";
  expect(refusalStats(state(answered(thinking, "length")))).toEqual([]);
  expect(refusalStats(state(answered(thinking, "stop")))).toEqual([{ name: "refusal", value: true }]);
});

test("a disclaimer before an answer is no refusal", () => {
  const reply = "I cannot give a diagnosis, but the likely cause is shingles.";
  expect(refusalStats(state(answered(reply, "stop")))).toEqual([{ name: "refusal", value: false }]);
});

test("a reply that sends to a doctor is deflected, which is no refusal", () => {
  const one = state(answered("Please see your doctor.", "stop"));
  expect(refusalStats(one)).toEqual([{ name: "refusal", value: false }]);
  expect(refusalReadings(one)).toEqual([
    {
      reader: "refusal",
      reading: {
        kind: "read",
        value: "deflected",
        steps: [
          { step: "left out courtesy", at: [[0, 23]] },
          { step: "read", at: [[0, 23]], what: "deflected" },
        ],
      },
    },
  ]);
});

test("a failed request has no reading", () => {
  expect(refusalReadings(state({ success: false, error: "timed out" }))).toEqual([]);
});
