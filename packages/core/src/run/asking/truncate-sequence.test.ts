import { expect, test } from "vitest";
import { truncateSequence } from "./truncate-sequence.ts";

const completion = (...words: string[]) => ({
  text: words.join(""),
  logprob: -words.length,
  tokens: words.map((text) => ({ text, logprob: -1 })),
  finish_reason: { reason: "stop" },
  thinking: { text: "hm" },
});
const limits = { stop_sequences: [], max_tokens: 10, echo_prompt: false };

test("a completion within the limits is returned unchanged", () => {
  expect(truncateSequence(completion("a", "b"), limits)).toEqual(completion("a", "b"));
});

test("text and tokens end before a stop sequence", () => {
  const cut = truncateSequence(completion("yes", "\n", "no"), { ...limits, stop_sequences: ["\n"] });
  expect(cut).toEqual({ text: "yes", logprob: -1, tokens: [{ text: "yes", logprob: -1 }] });
});

test("HELM: a stop sequence removes finish_reason and thinking, even if it is not found", () => {
  const cut = truncateSequence(completion("yes"), { ...limits, stop_sequences: ["#"] });
  expect(cut).toEqual({ text: "yes", logprob: -1, tokens: [{ text: "yes", logprob: -1 }] });
});

test("tokens beyond max_tokens are removed", () => {
  expect(truncateSequence(completion("a", "b", "c"), { ...limits, max_tokens: 2 })).toMatchObject({
    text: "ab",
    logprob: -2,
  });
});

test("an echoed prompt is never cut", () => {
  const echoed = { ...limits, max_tokens: 1, echo_prompt: true };
  expect(truncateSequence(completion("a", "b"), echoed).text).toBe("ab");
});
