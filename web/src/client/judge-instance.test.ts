import type { MarkedMetric } from "@medhelm/core/release/mark";
import type { PageInstance } from "@medhelm/core/release/page";
import { describe, expect, it } from "vitest";
import { isShown, isWeak } from "./judge-instance.ts";

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
const scale: MarkedMetric = { ...rate, name: "accuracy", mean: 3.5 };

describe("the instances of a run page", () => {
  it("a graded answer is weak below the run's mean, or above it if lower is better", () => {
    expect([2, 4].map((value) => isWeak(instance({ accuracy: value }), scale))).toEqual([true, false]);
    expect(isWeak(instance({ accuracy: 4 }), { ...scale, lowerIsBetter: true })).toBe(true);
    expect(isWeak(instance({}), scale)).toBe(false);
  });

  it("an answer is weak if it is wrong, and not if its outcome is unknown", () => {
    const failed = instance({ exact_match: 0 }, { failure: "timed out" });
    expect([isWeak(instance({ exact_match: 0 }), rate), isWeak(failed, rate)]).toEqual([true, false]);
  });

  it("the filter for unknown outcomes shows failed requests and missing values", () => {
    const all = [
      instance({ exact_match: 0 }),
      instance({ exact_match: 0 }, { failure: "timed out" }),
      instance({}, { id: "id3" }),
    ];
    expect(all.map((one) => isShown(one, rate, "unknown", ""))).toEqual([false, true, true]);
  });

  it("the search finds text in prompts, answers, references and explanations, in any case", () => {
    const criteria = [{ name: "accuracy", score: 5, explanation: "names the tray's COLOUR" }];
    const one = instance({}, { judgements: [{ judge: "j", standIn: false, criteria }] });
    expect(["TRAY", "blue", "colour", "red", " "].map((text) => isShown(one, rate, "all", text))).toEqual([
      true,
      true,
      true,
      false,
      true,
    ]);
  });
});
