import { expect, test } from "vitest";
import { helmVerdict, readReply, verdict } from "./verdict.ts";

test.each([
  ["CORRECT", "correct"],
  ["correct.", "correct"],
  ["**CORRECT**", "correct"],
  ["CORRECT because nothing is wrong", "correct"],
  ["10", 10],
  ["10 The sentence.", 10],
  ["10: The sentence.", 10],
  ["[10] The sentence.", 10],
  ["Sentence 10: The sentence.", 10],
  ["The error is in sentence 10.", 10],
  ["Sentence ID 3 is wrong.", 3],
  ["", "unread"],
  ["-1", "unread"],
  ["Correct the second line", "unread"],
  ["12.5 mg is too much", "unread"],
  ["Either sentence 3 or sentence 4", "unread"],
  ["I am not sure.", "unread"],
])("%j is read as %s", (reply, claim) => {
  const read = readReply(reply);
  expect(read.kind === "error" ? read.sentence : read.kind).toBe(claim);
});

test("an error counts as found if the flag is right, and its sentence if the ID is the reference's", () => {
  expect(verdict("10 Another correction.", "10 The correction.")).toEqual({ flag: 1, sentence: 1 });
  expect(verdict("9 The correction.", "10 The correction.")).toEqual({ flag: 1, sentence: 0 });
  expect(verdict("CORRECT", "10 The correction.")).toEqual({ flag: 0, sentence: 0 });
  expect(verdict("CORRECT", "CORRECT")).toEqual({ flag: 1, sentence: 1 });
  expect(verdict("3 x", "CORRECT")).toEqual({ flag: 0, sentence: 0 });
  expect(verdict("no idea", "10 The correction.")).toEqual({ flag: 0, sentence: 0 });
});

test("HELM never finds the sentence and reads every other reply as a flagged error", () => {
  expect(helmVerdict("10 The correction.", "10 The correction.")).toEqual({ flag: 1, sentence: 0 });
  expect(helmVerdict("no idea", "10 The correction.")).toEqual({ flag: 1, sentence: 0 });
  expect(helmVerdict(" CORRECT\n", "CORRECT")).toEqual({ flag: 1, sentence: 1 });
  expect(helmVerdict("CORRECT.", "CORRECT")).toEqual({ flag: 0, sentence: 0 });
});
