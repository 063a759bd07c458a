import { MARKUP } from "@medhelm/testing/reply-markup";
import { expect, test } from "vitest";
import { readReply } from "./verdict.ts";

const DECIDED: readonly (readonly [reply: string, claim: number | string | undefined])[] = [
  ["CORRECT", "correct"],
  ["No errors were found.", "correct"],
  ["5 The patient has gout.", 5],
  ["Sentence 5: The patient has gout.", 5],
  ["The error is in sentence 5.", 5],
  ["Sentence 3 is not incorrect, but sentence 5 is.", 5],
  ["There is an error in the text.", undefined],
  ["Either sentence 3 or sentence 5.", "unread"],
];
const AROUND: readonly ((reply: string) => string)[] = [
  ...MARKUP,
  (reply) => `<think>Sentence 7 is wrong. CORRECT?</think>\n${reply}`,
  (reply) => `Sentence 7 is wrong.\n</think>\n\n${reply}`,
  (reply) => `<|channel|>analysis<|message|>7?<|end|><|start|>assistant<|channel|>final<|message|>${reply}`,
  (reply) => `***${reply}***`,
  (reply) => `## Final Answer\n\n${reply}`,
  (reply) => `### Answer\n${reply}`,
  (reply) => `- ${reply}`,
  (reply) => `| Answer |\n|---|\n| ${reply} |`,
  (reply) => `---\n\n${reply}\n\n---`,
  (reply) => `Sure!\n\n${reply}`,
  (reply) => `${reply}\n\nI hope this helps!`,
  (reply) => `${reply}\n\nLet me know if you have any questions. Good luck!`,
  (reply) => `${reply}\n\n*This is no medical advice; please consult a physician.*`,
  (reply) => `${reply}<|im_end|>`,
  (reply) => `${reply}\n\nUser: thanks\nAssistant: 7 He has asthma.`,
];

test.each(DECIDED)("%j is read in the same way with thinking, markup and courtesy", (reply, claim) => {
  const others = AROUND.map((wrap) => wrap(reply)).filter((text) => {
    const read = readReply(text);
    return (read.kind === "error" ? read.sentence : read.kind) !== claim;
  });
  expect(others).toEqual([]);
});

const LONG = 100_000;
test.each([
  "sentence 3 ",
  "3 He rests.\n",
  "not ",
  "no error ",
  "CORRECT ",
  "sentence 3 is not wrong, but ",
  "0: ok\n1: ok\n",
  "the error is therefore in ",
])("a reply of many %j is read without a pattern that needs more time than its length", (unit) => {
  expect(["correct", "error", "unread"]).toContain(readReply(unit.repeat(LONG / unit.length)).kind);
});
