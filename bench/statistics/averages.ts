import { columnItems } from "@medhelm/core/inference/column-items";
import { inferTable } from "@medhelm/core/inference/infer-table";
import { replicateColumn, replicatedColumn } from "@medhelm/core/inference/replicate-column";
import type { Interval } from "@medhelm/core/statistics/interval";
import { betaQuantile } from "@medhelm/core/statistics/quantiles";
import { type NextUniform, uniformStream } from "./data-sets.ts";

export interface AverageSetting {
  /** the number of benchmarks of each category */
  readonly categories: readonly number[];
  /** items of each benchmark */
  readonly n: number;
  /** the mean of the benchmarks' rates of right answers, and their standard deviation within a category */
  readonly mean: number;
  readonly sd: number;
}

export interface AverageRow extends AverageSetting {
  /** the share of intervals that contain the mean rate of these benchmarks, and that of all benchmarks, in percent */
  readonly sameBenchmarks: number;
  readonly otherBenchmarks: number;
  /** the share of data sets in which benchmarks differ less than their questions explain, in percent */
  readonly floored: number;
}

const CATEGORIES = [[3], [4], [3, 3], [4, 4, 4], [10, 6, 8, 6, 7]];
const RATES = [
  { mean: 0.6, sd: 0 },
  { mean: 0.6, sd: 0.05 },
  { mean: 0.6, sd: 0.2 },
  { mean: 0.9, sd: 0.05 },
];
/** of the categories' means, around the mean of a release */
const BETWEEN_CATEGORIES = 0.02;

/** Measures the coverage of the intervals of an average over benchmarks, under both questions. */
export function averageCoverage(seed: number, dataSets: number): AverageRow[] {
  const settings = CATEGORIES.flatMap((categories) =>
    RATES.flatMap((rates) => [30, 300].map((n): AverageSetting => ({ categories, n, ...rates }))),
  );
  return settings.map((setting, s) => {
    const next = uniformStream(seed, 3000 + s);
    const total = { same: 0, other: 0, floored: 0 };
    for (let i = 0; i < dataSets; i++) {
      const drawn = dataSet(setting, next);
      const { same, other } = intervalsOf(drawn);
      if (contains(same, meanOf(drawn.rates))) total.same++;
      if (contains(other, meanOf(drawn.expected))) total.other++;
      if (other.low === same.low) total.floored++;
    }
    return {
      ...setting,
      sameBenchmarks: (100 * total.same) / dataSets,
      otherBenchmarks: (100 * total.other) / dataSets,
      floored: (100 * total.floored) / dataSets,
    };
  });
}

const contains = ({ low, high }: Interval, value: number): boolean => value >= low && value <= high;
const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

interface DataSet {
  readonly categories: readonly string[];
  /** of each benchmark: the mean of its category, and its own */
  readonly expected: readonly number[];
  readonly rates: readonly number[];
  /** the scores of each benchmark */
  readonly scores: readonly (readonly number[])[];
}

/** A benchmark's rate has a beta distribution around the mean of its category. */
function dataSet({ categories, n, mean, sd }: AverageSetting, next: NextUniform): DataSet {
  const expected = categories.flatMap((size, c) =>
    Array<number>(size).fill(mean + BETWEEN_CATEGORIES * (c - (categories.length - 1) / 2)),
  );
  const rates = expected.map((rate) => {
    if (sd === 0) return rate;
    const size = (rate * (1 - rate)) / (sd * sd) - 1;
    return betaQuantile(next(), rate * size, (1 - rate) * size);
  });
  return {
    categories: categories.flatMap((size, c) => Array<string>(size).fill(String(c))),
    expected,
    rates,
    scores: rates.map((rate) => Array.from({ length: n }, () => (next() < rate ? 1 : 0))),
  };
}

/** Those of the first of two models with the same answers, because one model alone has no ranking. */
function intervalsOf({ categories, scores }: DataSet): { readonly same: Interval; readonly other: Interval } {
  const columns = scores.map((values, b) => {
    const own = [{ part: "", items: values.map((value, i) => ({ id: String(i), value })) }];
    const items = columnItems([own, own]);
    if (items === undefined) throw new Error("a benchmark has no items");
    const input = { seed: 0, name: String(b), replicates: 0, models: 2, runs: items.runs };
    return { items, isBounded: true, replicated: replicatedColumn(replicateColumn(input), 2) };
  });
  const cells = [0, 1].map((model) => scores.map((values) => ({ value: meanOf(values), model })));
  const family = inferTable({ columns, categories, cells, isAverage: true }, { seed: 0, replicates: 0 });
  if ("undefinedBecause" in family) throw new Error(family.undefinedBecause);
  const [same, other] = [family.sameBenchmarks, family.otherBenchmarks].map((answer) =>
    answer !== undefined && "intervals" in answer ? answer.intervals?.[0] : undefined,
  );
  if (same === undefined || other === undefined) throw new Error("an average has no interval");
  return { same, other };
}

/** Describes the settings outside the promised coverage: 93 to 97.5 % of new questions, and at least 93 % of other benchmarks. */
export const averageMisses = (table: readonly AverageRow[]): string[] =>
  table.flatMap((row) => [
    ...(row.sameBenchmarks < 93 || row.sameBenchmarks > 97.5
      ? [`${nameOf(row)}: ${row.sameBenchmarks.toFixed(1)} % (same benchmarks)`]
      : []),
    ...(row.otherBenchmarks < 93 ? [`${nameOf(row)}: ${row.otherBenchmarks.toFixed(1)} % (other benchmarks)`] : []),
  ]);

const nameOf = ({ categories, n, mean, sd }: AverageSetting): string =>
  `${categories.join(" + ")} benchmarks, n ${n}, rate ${mean} (${sd})`;

/** The table of docs/statistics.md. */
export function averageMarkdown(table: readonly AverageRow[]): string {
  const columns = [...Map.groupBy(table, ({ categories, n }) => `${categories.join(" + ")}, n ${n}`).keys()];
  const lines = [...Map.groupBy(table, ({ mean, sd }) => `${mean} (${sd})`)];
  const block = (title: string, of: (row: AverageRow) => number): string[] => [
    `| ${title} | ${columns.join(" | ")} |`,
    `|---|${columns.map(() => "---|").join("")}`,
    ...lines.map(([name, rows]) => `| ${name} | ${rows.map((row) => of(row).toFixed(1)).join(" | ")} |`),
    "",
  ];
  return [
    ...block("same benchmarks, coverage, %", (row) => row.sameBenchmarks),
    ...block("other benchmarks, coverage, %", (row) => row.otherBenchmarks),
    ...block("intervals of new questions taken, %", (row) => row.floored),
  ].join("\n");
}
