import type { Reading } from "@medhelm/core/reading/reading";
import { readOption } from "@medhelm/core/reading/read-option";
import { MARKUP } from "@medhelm/testing/reply-markup";
import { expect, test } from "vitest";
import { readVerdict } from "./medec/read-verdict.ts";
import { readJudgment } from "./medhallu/read-judgment.ts";
import { readRating } from "./sct-bench/read-rating.ts";

/** The value of a reading; null if the reply is unread. */
const valueOf = (reading: Reading<unknown>): unknown => (reading.kind === "read" ? reading.value : null);

interface Reader {
  readonly read: (reply: string) => unknown;
  /** Another answer than those of the replies. */
  readonly other: string;
}
const decision: Reader = {
  read: (reply) => valueOf(readOption(reply, { options: { A: "yes", B: "no", C: "maybe" } })),
  other: "maybe",
};
const judgment: Reader = { read: (reply) => valueOf(readJudgment(reply)), other: "0" };
const rating: Reader = { read: (reply) => valueOf(readRating(reply)), other: "-2" };
const verdict: Reader = { read: (reply) => valueOf(readVerdict(reply)), other: "7 He coughs." };

const THINKING = [
  "<think>The answer is X. Answer: X</think>\n",
  "Is it X? Answer: X\n</think>\n\n",
  "[THINK]X[/THINK]",
  "<|channel|>analysis<|message|>Answer: X<|end|><|start|>assistant<|channel|>final<|message|>",
];
const COURTESY = [
  "\n\nI hope this helps!",
  "\n\nLet me know if you have any questions.",
  "\n\nThis is no medical advice; please consult a physician.",
  "<|im_end|>",
  "\n\nUser: thanks\nAssistant: X",
];
const variants = (reply: string, other: string): string[] => [
  reply,
  ...THINKING.map((thinking) => thinking.replaceAll("X", other) + reply),
  ...COURTESY.map((courtesy) => reply + courtesy.replaceAll("X", other)),
  ...MARKUP.map((wrap) => wrap(reply)),
];

test.each([
  { reader: decision, reply: "no", value: "B" },
  { reader: decision, reply: "Yes. No harm was seen.", value: "A" },
  { reader: decision, reply: "The answer is no.", value: "B" },
  { reader: decision, reply: "yes or no", value: null },
  { reader: judgment, reply: "1", value: "1" },
  { reader: judgment, reply: "1 - it cites no trial", value: "1" },
  { reader: judgment, reply: "The answer is not factual.", value: "1" },
  { reader: judgment, reply: "0 or 1", value: null },
  { reader: judgment, reply: "1 (factual)", value: null },
  { reader: rating, reply: "+1", value: 1 },
  { reader: rating, reply: "Rating: -1", value: -1 },
  { reader: rating, reply: "I would give it +2.", value: 2 },
  { reader: rating, reply: "Rating: 0 to +1", value: null },
  { reader: verdict, reply: "CORRECT", value: { error: false } },
  { reader: verdict, reply: "No errors found.", value: { error: false } },
  { reader: verdict, reply: "3 She is given ibuprofen.", value: { error: true, sentence: 3 } },
  { reader: verdict, reply: "Given sentence 1, sentence 3 is wrong.", value: { error: true, sentence: 3 } },
  { reader: verdict, reply: "The text contains an error.", value: { error: true, sentence: null } },
  { reader: verdict, reply: "Sentence 3 or sentence 5 is wrong.", value: null },
])("$reply is read as $value with thinking, markup and courtesy", ({ reader: { read, other }, reply, value }) => {
  const wrong = variants(reply, other).filter((text) => JSON.stringify(read(text)) !== JSON.stringify(value));
  expect(wrong).toEqual([]);
});

test.each([decision, judgment, rating, verdict])(
  "thinking that never ends leaves a reply unread",
  ({ read, other }) => {
    expect(read(`<think>Answer: ${other}`)).toBeNull();
  },
);

const LONG = 200_000;
test.each([
  "1 ",
  "0 or ",
  "+1 to ",
  "not ",
  "no ",
  "hallucinated ",
  "the answer is ",
  "sentence 3 ",
  "sentence 3, ",
  "3, ",
  "3 He coughs.\n",
  "no error ",
  "error in ",
  "rating ",
  "-2, -1, ",
  "; yes",
  "is 1 because ",
  "1\n",
  "(",
  '{"error": true}\n',
])("a reply of many %j ends in a reading or none", (unit) => {
  const reply = unit.repeat(LONG / unit.length);
  const kinds = [readJudgment(reply), readRating(reply), readVerdict(reply)].map(({ kind }) => kind);
  expect(["read", "unread"]).toEqual(expect.arrayContaining(kinds));
});
