import { expect, test } from "vitest";
import { runBreakdown } from "./run-breakdown.ts";

type Row = Parameters<typeof runBreakdown>[0]["rows"][number];

const options = { name: "quiz", isPublic: true, range: { min: 0, max: 1 }, lowerIsBetter: false };
const broken = (
  scores: readonly (number | null)[],
  more: Partial<typeof options> = {},
  stratumOf?: (i: number) => string,
) => {
  const rows = scores.map(
    (value, i): Row => ({ id: `id${i}`, trial: 0, values: [value], ...(stratumOf && { stratum: stratumOf(i) }) }),
  );
  const items = scores.map((value, i) => ({ id: `id${i}`, value }));
  return runBreakdown({ rows }, items, { ...options, ...more });
};

test("the worst instances come first, equal ones in their order, without those that have no score", () => {
  expect(broken([1, 0, null, 0.5, 0]).worst).toEqual([
    { id: "id1", value: 0 },
    { id: "id4", value: 0 },
    { id: "id3", value: 0.5 },
    { id: "id0", value: 1 },
  ]);
  expect(broken([1, 0], { lowerIsBetter: true }).worst?.[0]).toEqual({ id: "id0", value: 1 });
  expect(broken(Array.from({ length: 12 }, (_, i) => 12 - i)).worst?.map(({ value }) => value)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
  ]);
});

test("an instance that was asked several times counts once, with its worst score", () => {
  const items = [0.5, 1, 0.25].map((value) => ({ id: "id0", value }));
  expect(runBreakdown({ rows: [] }, items, options).worst).toEqual([{ id: "id0", value: 0.25 }]);
});

test("the histogram has ten equal parts of the range, and the upper end is in the last", () => {
  expect(broken([0, 0.1, 0.15, 1, null]).histogram).toEqual([1, 2, 0, 0, 0, 0, 0, 0, 0, 1]);
  expect(runBreakdown({ rows: [] }, [{ id: "a", value: 7 }], { ...options, range: undefined })).not.toHaveProperty(
    "histogram",
  );
});

const kinds = (i: number) => (i < 40 ? "dose" : i < 80 ? "risk" : "date");

test("subgroups have at least 30 scores, a mean and an interval", () => {
  const scores = Array.from({ length: 90 }, (_, i) => Number(i < 45));
  const { subgroups } = broken(scores, {}, kinds);
  expect(subgroups?.map(({ name, n, value }) => [name, n, value])).toEqual([
    ["dose", 40, 1],
    ["risk", 40, 0.125],
  ]);
  expect(subgroups?.[0]?.interval).toMatchObject({ high: 1, n: 40, method: "wilson" });
  expect(broken(scores, {}, () => "one")).not.toHaveProperty("subgroups");
});

test("a run that is not public names no instance and no subgroup", () => {
  const scores = Array.from({ length: 80 }, (_, i) => i % 2);
  const found = broken(scores, { isPublic: false }, (i) => (i < 40 ? "a" : "b"));
  expect(Object.keys(found)).toEqual(["histogram"]);
});
