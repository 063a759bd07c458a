import { describe, expect, test } from "vitest";
import { type MarkedMetric, markOf } from "./mark.ts";
import type { PageInstance } from "./page.ts";

const instance = (stats: Record<string, number>, more: Partial<PageInstance> = {}): PageInstance => ({
  id: "id1",
  trial: 0,
  prompt: "Which tray?",
  response: "Blue",
  references: [],
  stats,
  corrected: {},
  judgements: [],
  ...more,
});
const rate: MarkedMetric = {
  name: "exact_match",
  profile: "helm",
  mean: 0.5,
  lowerIsBetter: false,
  isJudged: false,
};
const jury: MarkedMetric = { ...rate, name: "accuracy", mean: 3.5, range: { min: 1, max: 5 }, isJudged: true };
const judged = { judge: "j", standIn: false, criteria: [{ name: "accuracy", score: 1, explanation: "" }] };
const timedOut = { failure: "no answer within 60 s" };

describe("a rate", () => {
  test.each([
    [0, "wrong"],
    [1, "right"],
    [0.5, "graded"],
  ])("of %s is %s", (value, kind) => {
    expect(markOf(instance({ exact_match: value }), rate)).toEqual({ kind, value });
  });

  test("of 0 is right if lower is better", () => {
    expect(markOf(instance({ exact_match: 0 }), { ...rate, lowerIsBetter: true }).kind).toBe("right");
  });
});

test("a metric that is no plain mean is marked by its value of the answer", () => {
  const clipped: MarkedMetric = { ...jury, name: "score", profile: "corrected", range: { min: 0, max: 1 } };
  const graded = instance({ score: 0.9 }, { corrected: { score_example: 0.5 }, judgements: [judged] });
  expect(markOf(graded, clipped)).toEqual({ kind: "graded", value: 0.5 });
});

describe("the worst score of a scale from 1 to 5 is graded, not right", () => {
  const worst = instance({ accuracy: 1 }, { judgements: [judged] });
  test("by its range", () => expect(markOf(worst, { ...jury, mean: 1 }).kind).toBe("graded"));
  test("by the mean, if the range is unknown", () =>
    expect(markOf(worst, { ...jury, range: undefined }).kind).toBe("graded"));
  test("without mean and range", () =>
    expect(markOf(worst, { ...jury, range: undefined, mean: undefined }).kind).toBe("graded"));
});

describe("an outcome is unknown", () => {
  test("if the request failed, also where HELM's files have a number", () => {
    expect(markOf(instance({ exact_match: 0 }, timedOut), rate)).toEqual({
      kind: "unknown",
      why: "the request failed; HELM scoring counts it as 0",
    });
    const older = instance({ exact_match: 0 }, { ...timedOut, corrected: { exact_match: 0 } });
    expect(markOf(older, { ...rate, profile: "corrected" })).toEqual({ kind: "unknown", why: "the request failed" });
  });

  test("if no judge scored, also where HELM's default score is in the file", () => {
    expect(markOf(instance({ accuracy: 0 }), jury)).toEqual({
      kind: "unknown",
      why: "no judge scored the answer; HELM scoring counts it as 0",
    });
    expect(markOf(instance({ accuracy: 0 }), { ...jury, profile: "corrected" })).toEqual({
      kind: "unknown",
      why: "no judge scored the answer",
    });
  });

  test("if HELM's folder lacks the file of the scores", () => {
    expect(markOf(instance({}), rate)).toEqual({
      kind: "unknown",
      why: "the run folder has no scores of its answers",
    });
  });

  test("if the profile has no value of a single answer, and HELM's value does not replace it", () => {
    expect(markOf(instance({ exact_match: 1 }), { ...rate, profile: "corrected" })).toEqual({
      kind: "unknown",
      why: "the run has no exact_match of this answer",
    });
  });
});

describe("an outcome is known", () => {
  test("if the candidate answered nothing, and judges were not asked", () => {
    const empty = instance({ accuracy: 1 }, { response: " ", corrected: { accuracy: 1 } });
    expect(markOf(empty, jury)).toEqual({ kind: "graded", value: 1, why: "the reply is empty" });
  });

  test("if a content filter refused the answer", () => {
    const filtered = { failure: "the provider's content filter refused the prompt", corrected: { exact_match: 0 } };
    expect(markOf(instance({ exact_match: 0 }, filtered), { ...rate, profile: "corrected" })).toEqual({
      kind: "wrong",
      value: 0,
      why: "the provider's content filter refused the answer",
    });
  });
});

describe("the reason of a mark", () => {
  const readings = [
    {
      reader: "option",
      value: "B",
      steps: [
        { step: "found an answer", at: [] },
        { step: "read", at: [] },
      ],
    },
    { reader: "refusal", value: "answered", steps: [] },
  ];
  const dotted = instance({ exact_match: 0 }, { response: "B.", corrected: { exact_match: 1 }, readings });

  test("says what corrected scoring reads in a reply that HELM's rule counts as wrong", () => {
    expect(markOf(dotted, rate)).toEqual({
      kind: "wrong",
      value: 0,
      why: `HELM's own rule gives 0; corrected scoring gives 1. Read: "B". The reply commits to this answer.`,
    });
  });

  test("is the reading under profile corrected", () => {
    expect(markOf(dotted, { ...rate, profile: "corrected" })).toEqual({
      kind: "right",
      value: 1,
      why: `Read: "B". The reply commits to this answer.`,
    });
  });

  test("of an unread reply is its last step", () => {
    const steps = [
      { step: "found an answer", at: [] },
      { step: "found alternatives", at: [] },
    ];
    const both = instance(
      { exact_match: 0 },
      { corrected: { exact_match: 0 }, readings: [{ reader: "option", steps }] },
    );
    expect(markOf(both, rate).why).toBe(
      "HELM's own rule gives 0; corrected scoring gives the same. Nothing was read. Several answers side by side are none.",
    );
  });
});
