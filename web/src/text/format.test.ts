import { describe, expect, it } from "vitest";
import {
  axisTop,
  barWidth,
  coverageText,
  formatValue,
  instancesText,
  valuesText,
  whyMissing,
  whyUnmeasured,
} from "./format.ts";

describe("the numbers in the tables", () => {
  it("rates have three decimals, larger values have fewer, and counts have no decimals", () => {
    expect([0, 0.5, 1, 4.25, 12.345, 512.04, 100].map(formatValue)).toEqual([
      "0.000",
      "0.500",
      "1.000",
      "4.250",
      "12.35",
      "512.0",
      "100",
    ]);
  });

  it("a mean over fewer values than instances says so", () => {
    expect(valuesText({ instances: 1000, scored: 1000 })).toBe("n = 1,000");
    expect(valuesText({ instances: 200, scored: 188 })).toBe("n = 188 of 200 instances");
  });

  it("counts that a run lacks are not shown as 0", () => {
    expect(valuesText({ instances: 200 })).toBe("200 instances");
    expect(valuesText({ instances: 0 })).toBe("number of answers unknown");
    expect(instancesText({ instances: 0 })).toBe("unknown");
    expect(instancesText({ instances: 0, scored: 0 })).toBe("0");
    expect(instancesText({ instances: 1200 })).toBe("1,200");
    expect(coverageText({ instances: 200 }, false)).toBe("failed requests unknown");
    expect(coverageText({ instances: 200 }, true)).toBe("failed requests unknown, judged answers unknown");
  });

  it("coverage has failed requests, and the scored answers out of those that a judge received", () => {
    expect(coverageText({ instances: 10, scored: 10, failed: 2, verdictsAsked: 30, verdictsScored: 27 }, true)).toBe(
      "2 failed, judged 27 of 30",
    );
  });

  it("judged answers are marked if the model judged itself", () => {
    const cell = {
      instances: 3,
      scored: 3,
      failed: 0,
      verdictsAsked: 9,
      verdictsScored: 9,
      judgedItself: true,
    } as const;
    expect(coverageText(cell, true)).toBe("0 failed, judged 9 of 9 by the model itself");
  });

  it("a run whose judges gave no verdict says so in place of a mean", () => {
    expect(whyMissing({ runs: ["a"], verdictsAsked: 9, verdictsScored: 0 })).toBe("no judge gave a verdict");
    const judge = { name: "gpt", model: "m", standIn: false };
    const texts = [[], [{ ...judge, asked: 9, scored: 0 }], [{ ...judge, asked: 9, scored: 1 }]].map((judges) =>
      whyUnmeasured({ judges }),
    );
    expect(texts).toEqual(["not measured", "no judge gave a verdict", "not measured"]);
  });

  it("a missing run and a run without the metric have different texts", () => {
    expect([whyMissing({ runs: [] }), whyMissing({ runs: ["a"] })]).toEqual(["no run", "not measured in this run"]);
  });

  it("bars of rates end at 1, other bars at the next round number, and no bar leaves its axis", () => {
    expect([axisTop([]), axisTop([0.2]), axisTop([4.6]), axisTop([130])]).toEqual([1, 1, 5, 200]);
    expect([barWidth(0.5, 1), barWidth(-1, 1), barWidth(3, 1)]).toEqual([50, 0, 100]);
  });
});
