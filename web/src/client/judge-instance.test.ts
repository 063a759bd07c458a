import type { PageInstance } from "@medhelm/core/release/page";
import { describe, expect, it } from "vitest";
import { isShown, isWeak, type MainMetric, mainValue, standing } from "./judge-instance.ts";

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
const rate: MainMetric = { name: "exact_match", profile: "helm", mean: 0.5, lowerIsBetter: false };
const scale: MainMetric = { ...rate, name: "accuracy", mean: 3.5 };

describe("the result of an instance", () => {
  it("for a rate, 0 is wrong and 1 is right; on a scale to 5 every value is graded", () => {
    expect([0, 1, 0.5].map((value) => standing(instance({ exact_match: value }), rate))).toEqual([
      "wrong",
      "right",
      "graded",
    ]);
    expect(standing(instance({ accuracy: 1 }), scale)).toBe("graded");
  });

  it("a failed request is failed, not wrong, and a missing score is not zero", () => {
    expect(standing(instance({ exact_match: 0 }, { failure: "timed out" }), rate)).toBe("failed");
    expect(standing(instance({}), rate)).toBe("unscored");
  });

  it("a graded answer is weak below the run's mean, or above it if lower is better", () => {
    expect([2, 4].map((value) => isWeak(instance({ accuracy: value }), scale))).toEqual([true, false]);
    expect(isWeak(instance({ accuracy: 4 }), { ...scale, lowerIsBetter: true })).toBe(true);
    expect(isWeak(instance({}), scale)).toBe(false);
  });

  it("the corrected profile uses the corrected value, and HELM's value if there is no corrected one", () => {
    const corrected: MainMetric = { ...rate, profile: "corrected" };
    expect(mainValue(instance({ exact_match: 0 }, { corrected: { exact_match: 1 } }), corrected)).toBe(1);
    expect(mainValue(instance({ exact_match: 0 }), corrected)).toBe(0);
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
