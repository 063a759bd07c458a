import type { PageInstance } from "@medhelm/core/release/pages/page";
import { expect, test } from "vitest";
import { type Filters, passes } from "./instance-filter.ts";
import { comparisonText, sideBySide } from "./side-by-side.ts";

const NONE: Filters = { wrong: false, cut: false, unread: false, disagree: false };
const main = { name: "exact_match", range: { min: 0, max: 1 }, isJudged: false };
const jury = { name: "jury_score", range: { min: 1, max: 5 }, isJudged: true };
const answer = (more: Partial<PageInstance> = {}): PageInstance => ({
  id: "id1",
  trial: 0,
  prompt: "Q?",
  response: "B",
  references: [{ text: "yes", correct: true }],
  stats: { exact_match: 1 },
  corrected: { exact_match: 1 },
  judgements: [],
  ...more,
});
const WRONG = { stats: { exact_match: 0 }, corrected: { exact_match: 0 } };
const judged = (...scores: readonly number[]) => ({
  stats: { jury_score: 2 },
  corrected: { jury_score: 2 },
  judgements: scores.map((score, i) => ({
    judge: `j${i}`,
    standIn: false,
    criteria: [{ name: "accuracy", score, explanation: "" }],
  })),
});

test.each([
  ["a right answer", answer(), main, []],
  ["a wrong answer", answer(WRONG), main, ["wrong"]],
  ["an answer that only HELM counts as wrong", answer({ stats: { exact_match: 0 } }), main, ["disagree"]],
  ["a cut answer", answer({ stats: { exact_match: 1, finish_reason_length: 1 } }), main, ["cut"]],
  ["an unread answer", answer({ ...WRONG, readings: [{ reader: "option", steps: [] }] }), main, ["wrong", "unread"]],
  ["a read answer", answer({ readings: [{ reader: "option", value: "B", steps: [] }] }), main, []],
  ["an answer below the middle of a jury's scale", answer(judged(2, 2)), jury, ["wrong"]],
  ["judges two points apart", answer(judged(1, 3)), jury, ["wrong", "disagree"]],
  ["a failed request", answer({ failure: "timeout", stats: {}, corrected: {} }), main, []],
] as const)("%s passes these filters", (_, one, metric, expected) => {
  const names = ["wrong", "cut", "unread", "disagree"] as const;
  expect(names.filter((name) => passes({ ...NONE, [name]: true }, { one, main: metric }))).toEqual(expected);
});

test("several filters are combined", () => {
  const cut = { one: answer({ stats: { exact_match: 1, finish_reason_length: 1 } }), main };
  expect(passes({ ...NONE, cut: true, wrong: true }, cut)).toBe(false);
  const both = {
    one: answer({ stats: { exact_match: 0, finish_reason_length: 1 }, corrected: WRONG.corrected }),
    main,
  };
  expect(passes({ ...NONE, cut: true, wrong: true }, both)).toBe(true);
});

test("with another run, --disagree compares the main scores of the two runs", () => {
  const filters = { ...NONE, disagree: true };
  expect(passes(filters, { one: answer(), main }, { one: answer(WRONG), main })).toBe(true);
  expect(passes(filters, { one: answer(WRONG), main }, { one: answer(WRONG), main })).toBe(false);
});

test("--wrong without a manifest says what to do", () => {
  expect(() => passes({ ...NONE, wrong: true }, { one: answer(), main: undefined })).toThrow("need the main metric");
});

test("two answers stand side by side within the width, with control characters as marks", () => {
  const a = { one: answer({ response: "B because the \u001B[2Jpatient is well today" }), main };
  const b = { one: answer({ ...WRONG, response: "A" }), main };
  expect(sideBySide(a, b, ["run one", "run two"], 45)).toBe(`== id1
-- prompt
Q?
-- correct
yes
-- answers
run one               | run two
exact_match 1 (right) | exact_match 0 (wrong)
                      |
B because the         | A
⟦U+001B⟧[2Jpatient is |
well today            |

`);
});

test("the comparison counts where each run scores higher", () => {
  const pairs = [
    [1, 0],
    [0, 1],
    [1, 0],
    [1, 1],
  ] as const;
  expect(comparisonText(pairs, ["a", "b"])).toBe(
    "4 instances with both scores: 2 higher in a, 1 higher in b, 1 equal\n",
  );
});
