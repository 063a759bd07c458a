import type { PairedItem } from "@medhelm/core/release/statistics/paired-items";
import { expect, it } from "vitest";
import type { ComparedCell, CompareData } from "./compare-data.ts";
import { compareRows, headline, partedItems, scaleOf, tally } from "./compare-view.ts";

const run = (folder?: string) => ({
  part: "x",
  href: "/runs/x/",
  instances: 4,
  ...(folder === undefined ? {} : { folder }),
});
const cell = (value: number, more: Partial<ComparedCell> = {}): ComparedCell => ({
  value,
  n: 4,
  runs: [run("/data/x/")],
  ...more,
});

const data = (...cells: (readonly [ComparedCell | null, ComparedCell | null])[]): CompareData => ({
  formatVersion: 1,
  profile: "helm",
  models: [
    { id: "a", name: "A" },
    { id: "b", name: "B" },
  ],
  columns: cells.map((_, i) => ({
    group: `g${i}`,
    name: `G${i}`,
    category: "C",
    metric: "m",
    access: "public",
    lowerIsBetter: false,
    range: { min: 1, max: 5 },
  })),
  cells: [cells.map(([one]) => one), cells.map(([, other]) => other)],
});
const plain = (value: number): ComparedCell => ({ value, runs: [run()] });
const tested = (whole: "+" | "-" | "=" | " ") => ({ whole, columns: "", stored: [] });
const items = (...values: (number | undefined)[]) =>
  values.map((value, i): PairedItem => ({ id: `q${i}`, text: `Q${i}`, value }));
const nothing = { pair: undefined, computed: new Map() };

it("a difference of single questions is drawn as a share of the scale, and printed in the scale of the scores", () => {
  const computed = new Map([[0, { n: 4, difference: 0.25, interval: { low: 0.05, high: 0.45 } }]]);
  const pair = { whole: "=", columns: "+", stored: [] } as const;
  expect(compareRows(data([cell(4), cell(3)]), [0, 1], { pair, computed })[0]).toMatchObject({
    interval: { value: 0.25, low: 0.05, high: 0.45 },
    difference: "+1.00",
    note: "from 1 to 5",
    values: ["4.00", "3.00"],
    questions: "4",
    finding: "better",
  });
});

it("a benchmark whose questions are not public shows the difference that the release stores, without a line", () => {
  const hidden = { ...cell(4), runs: [run()] };
  const release = data([hidden, { ...hidden, value: 3 }]);
  const columns = release.columns.map((column) => ({ ...column, access: "gated" }));
  const pair = { whole: " ", columns: "=", stored: [[0, 60, -0.1]] } as const;
  const [row] = compareRows({ ...release, columns }, [0, 1], { ...nothing, pair });
  expect(row).toMatchObject({
    difference: "−0.40",
    questions: "60",
    words: "",
    point: -0.1,
    finding: "cannot tell",
  });
  expect(row?.interval).toBeUndefined();
});

it("a table without questions has the difference of its values, and a model without a run is not compared", () => {
  const rows = compareRows(data([plain(4), plain(3)], [plain(4), null]), [0, 1], nothing);
  expect(rows.map(({ difference, words, finding }) => [difference, words, finding])).toEqual([
    ["+1.00", "", "not tested"],
    ["", "not run by both", ""],
  ]);
});

it("a line says its scale if it is not from 0 to 1, its direction if less is better, and that the benchmark has faults", () => {
  const release = data([cell(4), cell(3)], [cell(0.5), cell(0.4)]);
  const columns = release.columns.map((column, i) =>
    i === 0 ? { ...column, hasFaults: true as const } : { ...column, range: { min: 0, max: 1 }, lowerIsBetter: true },
  );
  const rows = compareRows({ ...release, columns }, [0, 1], nothing);
  expect(rows.map(({ note, difference }) => [note, difference])).toEqual([
    ["from 1 to 5, known faults", "+1.00"],
    ["lower is better", "−0.10"],
  ]);
});

it("where less is better, a smaller value is a positive difference", () => {
  const { columns } = data([cell(4), cell(3)]);
  expect(columns.map((column) => scaleOf({ ...column, lowerIsBetter: true }))).toEqual([-0.25]);
});

it("the headline says what the tests over all benchmarks found", () => {
  expect(headline(["A", "B", "C", "D"], [tested("+"), tested("="), tested("+")])).toBe(
    "Over all benchmarks A is better than B and D and cannot be told apart from C",
  );
  expect(headline(["A", "B"], [undefined])).toBe("A and B");
});

it("the tally counts benchmarks by finding", () => {
  const pair = { whole: "=", columns: "+-", stored: [] } as const;
  const rows = compareRows(data([cell(4), cell(3)], [cell(3), cell(4)]), [0, 1], { ...nothing, pair });
  expect(tally(rows)).toBe("Better on 1 and worse on 1 of 2 benchmarks.");
});

it("the questions on which models differ have the largest difference first, and a question without a score is unknown", () => {
  expect(partedItems([items(1, 0.5, 1, 0), items(1, 0.25, 0, undefined), items(1, 0.5, 1, 0.5)])).toEqual([
    { id: "q2", text: "Q2", values: [1, 0, 1], spread: 1 },
    { id: "q3", text: "Q3", values: [0, undefined, 0.5], spread: 0.5 },
    { id: "q1", text: "Q1", values: [0.5, 0.25, 0.5], spread: 0.25 },
  ]);
});
