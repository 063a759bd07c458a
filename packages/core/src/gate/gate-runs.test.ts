import { describe, expect, test } from "vitest";
import { type GateRun, gateRuns } from "./gate-runs.ts";

const range = { min: 0, max: 1 };

/** A run whose first items are right. */
const runOf = (items: number, right: number, changes: Partial<GateRun> = {}): GateRun => ({
  benchmark: "pubmed_qa",
  part: "pubmed_qa:",
  metric: "exact_match",
  range,
  items: Array.from({ length: items }, (_, i) => ({ id: `id${i}`, value: i < right ? 1 : 0 })),
  ...changes,
});

const jury = (value: number): GateRun =>
  runOf(0, 0, {
    range: { min: 1, max: 5 },
    items: Array.from({ length: 200 }, (_, i) => ({ id: `id${i}`, value: value - (i % 2) })),
  });

const codes = (right: number): GateRun =>
  runOf(0, 0, {
    items: Array.from({ length: 100 }, (_, i) => ({ id: `id${i}`, value: (right + (i % 2)) / 10, weight: 10 })),
  });

const points = (shift: number): GateRun => {
  const { range: _, ...run } = runOf(0, 0, {
    items: Array.from({ length: 50 }, (__, i) => ({ id: `id${i}`, value: shift + (i % 5) })),
  });
  return run;
};

const baselineOf = (...runs: GateRun[]) => new Map(runs.map((run) => [run.part, run]));
const rule = { on: "each", limit: 0.05 } as const;

describe("a gate with a baseline", () => {
  test("passes the same answers to 100 items", () => {
    const { outcome, lines } = gateRuns([runOf(100, 80)], baselineOf(runOf(100, 80)), rule);
    expect(outcome).toBe("passed");
    expect(lines[0]).toMatchObject({ name: "pubmed_qa", bounded: { value: 0, n: 100 } });
  });

  test("does not decide on the same answers to 20 items, and names the number of items that decide", () => {
    const { outcome, lines } = gateRuns([runOf(20, 16)], baselineOf(runOf(20, 16)), rule);
    expect(outcome).toBe("not decided");
    expect(lines[0]).toHaveProperty("itemsNeeded", 35);
  });

  test("fails 100 items of which 20 became wrong", () => {
    const { outcome, lines } = gateRuns([runOf(100, 60)], baselineOf(runOf(100, 80)), rule);
    expect(outcome).toBe("failed");
    expect(lines[0]).toMatchObject({ bounded: { value: expect.closeTo(-0.2, 12) } });
  });

  test("fails if one of two benchmarks fails, and passes their average", () => {
    const bad = { benchmark: "med_qa", part: "med_qa:" };
    const runs = [runOf(400, 390), runOf(400, 280, bad)];
    const baseline = baselineOf(runOf(400, 300), runOf(400, 320, bad));
    expect(gateRuns(runs, baseline, rule).lines.map(({ outcome }) => outcome)).toEqual(["passed", "failed"]);
    expect(gateRuns(runs, baseline, { on: "average", limit: 0.05 })).toMatchObject({
      outcome: "passed",
      lines: [{ name: "average", bounded: { value: expect.closeTo(0.0625, 12), n: 800 } }],
    });
  });

  test("compares scores of another range on the scale from 0 to 1", () => {
    expect(gateRuns([jury(4)], baselineOf(jury(5)), rule).lines[0]).toMatchObject({ bounded: { value: -0.25 } });
  });

  test.each([
    ["no run of the benchmark", baselineOf(), "the baseline has no run of it"],
    ["other items", baselineOf(runOf(90, 80)), "only 90 of 100 items have a score in both"],
    [
      "another input under the same id",
      baselineOf(runOf(100, 80, { items: runOf(100, 80).items.map((item) => ({ ...item, inputSha256: "b" })) })),
      "only 0 of 100 items have a score in both",
    ],
    [
      "another metric",
      baselineOf(runOf(100, 80, { metric: "f1" })),
      "the baseline has the metric f1, and the run has exact_match",
    ],
  ])("does not decide on a baseline with %s", (_, baseline, reason) => {
    const run = runOf(100, 80);
    const items = run.items.map((item) => ({ ...item, inputSha256: "a" }));
    expect(gateRuns([{ ...run, items }], baseline, rule).lines[0]).toEqual({
      name: "pubmed_qa",
      metric: "exact_match",
      outcome: "not decided",
      reason,
    });
  });

  test("compares ratios of sums", () => {
    const noisy = codes(4).items.map((item, i) => ({ ...item, value: i % 3 === 0 ? 0.3 : item.value }));
    expect(gateRuns([codes(8)], baselineOf({ ...codes(4), items: noisy }), rule)).toMatchObject({ outcome: "passed" });
  });

  test("compares metrics without a range by Student's t", () => {
    const spread = points(3).items.map((item, i) => ({ ...item, value: (item.value ?? 0) + (i % 3) }));
    expect(gateRuns([{ ...points(3), items: spread }], baselineOf(points(3)), rule)).toMatchObject({
      outcome: "passed",
    });
  });
});

describe("a gate without a baseline", () => {
  test.each([
    ["passes", 95, "passed"],
    ["does not decide", 84, "not decided"],
    ["fails", 60, "failed"],
  ])("%s %i right answers of 100 against 0.8", (_, right, outcome) => {
    expect(gateRuns([runOf(100, right)], undefined, { on: "each", limit: 0.8 }).outcome).toBe(outcome);
  });

  test("does not decide if a tenth of the items has no score", () => {
    const { items } = runOf(100, 90);
    const run = runOf(100, 90, { items: items.map((item, i) => (i % 10 === 0 ? { ...item, value: null } : item)) });
    expect(gateRuns([run], undefined, { on: "each", limit: 0.5 }).lines[0]).toHaveProperty(
      "reason",
      "only 90 of 100 items have a score",
    );
  });

  test("does not decide without a run", () => {
    expect(gateRuns([], undefined, rule).outcome).toBe("not decided");
  });
});
