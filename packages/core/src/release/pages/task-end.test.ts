import { expect, test } from "vitest";
import { taskEnd } from "./task-end.ts";

const turn = { text: "", calls: [] };

test.each([
  ["finished", undefined, "The model ended the task after 1 step."],
  ["steps", "the limit of 3 steps", "A limit ended the task after 1 step: the limit of 3 steps."],
  ["dollars", "the limit of $0.1", "A limit ended the task after 1 step: the limit of $0.1."],
  ["failed", "The server is down.", "A request got no answer after 1 step: The server is down."],
  ["no_action", "no call", "The task ended without an action after 1 step: no call."],
] as const)("the end %s is a sentence", (kind, reason, sentence) => {
  const end = reason === undefined ? { kind } : { kind, reason };
  expect(taskEnd({ formatVersion: 1, turns: [turn], end, checks: [] })).toBe(sentence);
});
