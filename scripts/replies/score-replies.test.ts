import { expect, test } from "vitest";
import { withoutSteps } from "./group-reader.ts";
import { READERS } from "./readers.ts";
import { report } from "./report.ts";
import type { ReplyCase } from "./reply-cases.ts";
import { scoreReplies } from "./score-replies.ts";

const letter = (reply: string, expected: string | null, certainty: ReplyCase<"letters">["certainty"] = "plain") => ({
  id: reply,
  reply,
  context: { options: { A: "x", B: "y" } },
  expected,
  certainty,
});
/** Reads the first character of a reply. */
const readers = {
  ...READERS,
  letters: {
    helm: () => undefined,
    corrected: (reply: string) => withoutSteps(reply === "" ? undefined : reply.charAt(0)),
  },
};

test("a group has its equal cases by certainty, its false credits and the thresholds that it misses", () => {
  const cases = {
    letters: [letter("A", "A"), letter("So B", "B"), letter("", null, "clear"), letter("Hm", "A", "judgement call")],
  };
  expect(scoreReplies(cases, readers)).toMatchObject([
    {
      group: "letters",
      helm: { plain: { count: 0, of: 2 }, clear: { count: 1, of: 1 }, falseCredit: { count: 0, of: 3 } },
      corrected: { plain: { count: 1, of: 2 }, clear: { count: 1, of: 1 }, falseCredit: { count: 1, of: 3 } },
      differences: [{ id: "So B", expected: "B", read: "S", isFalseCredit: true }],
      misses: ["plain cases must all be equal", "false credit may be at most 0.5 %"],
    },
  ]);
});

test("an unread reply with an answer is no false credit", () => {
  const [score] = scoreReplies({ letters: [letter("", "A")] }, readers);
  expect(score?.corrected.falseCredit.count).toBe(0);
});

test("a reply that deflects is no refusal and no answer", () => {
  const context = { task: "a question" };
  const [score] = scoreReplies(
    { refusals: [{ id: "r", reply: "Ask a doctor.", context, expected: "deflected", certainty: "plain" }] },
    READERS,
  );
  expect(score?.corrected.plain).toEqual({ count: 1, of: 1 });
});

test("the report has one line per group, and each difference with its reply on request", () => {
  const scores = scoreReplies({ letters: [letter("So B", "B")] }, readers);
  expect(report(scores, true).split("\n").slice(2)).toEqual([
    "letters   0/1      0/0      1/1        0/1      0/0      0/1        plain cases must all be equal; false credit may be at most 0.5 %",
    "",
    'So B (plain, false credit): expected "B", read "S"',
    '  "So B"',
  ]);
});

test("the columns of the report stay apart from 1,000 cases on", () => {
  const many = { count: 1000, of: 1000 };
  const score = { plain: many, clear: many, falseCredit: { count: 0, of: 20_000 } };
  expect(
    report([{ group: "letters", corrected: score, helm: score, differences: [], misses: [] }], false).split("\n"),
  ).toEqual([
    "          corrected                        helm",
    "group     plain      clear      false      plain      clear      false",
    "letters   1000/1000  1000/1000  0/20000    1000/1000  1000/1000  0/20000",
  ]);
});
