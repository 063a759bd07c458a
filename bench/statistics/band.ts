import { columnItems } from "@medhelm/core/inference/column-items";
import { inferTable } from "@medhelm/core/inference/infer-table";
import { replicateColumn, replicatedColumn } from "@medhelm/core/inference/replicate-column";
import { winRateBand } from "@medhelm/core/inference/win-rate-band";
import { winRates } from "@medhelm/core/release/leaderboard/mean-win-rate";
import type { Interval } from "@medhelm/core/statistics/interval";
import { type NextUniform, normal, uniformStream } from "./data-sets.ts";

export interface BandRow {
  /** items of each benchmark */
  readonly n: number;
  readonly truth: "equal" | "spread";
  /** the share of mean win rates of a rerun in their band, in percent */
  readonly covered: number;
  /** mean half widths: of the band, and of the interval of the average under each question */
  readonly band: number;
  readonly sameBenchmarks: number;
  readonly otherBenchmarks: number;
}

const MODELS = 9;
/** the benchmarks of the categories of MedHELM */
const CATEGORIES = [10, 6, 8, 6, 7].flatMap((size, c) => Array<string>(size).fill(String(c)));
/** 703 items on each of 37 benchmarks are 26,011 answers of a model. */
const SIZES = [60, 300, 703];
/** 2,000 replicates only make the deviations of a band more precise. */
const REPLICATES = 200;

/** Draws a release and its rerun on new items of the same benchmarks, and counts how often the band of the first contains the second. */
export function bandCoverage(seed: number, dataSets: number): BandRow[] {
  return (["equal", "spread"] as const).flatMap((truth, t) =>
    SIZES.map((n, s) => {
      const next = uniformStream(seed, 1000 + t * SIZES.length + s);
      const total = { covered: 0, band: 0, sameBenchmarks: 0, otherBenchmarks: 0 };
      for (let i = 0; i < dataSets; i++) {
        const difficulties = CATEGORIES.map(() => benchmarkOf(truth, next));
        const found = printed(difficulties, n, next, i);
        const rerun = winRatesOf(difficulties.map((benchmark) => meansOf(answers(benchmark, n, next))));
        for (const [model, band] of found.bands.entries()) {
          const rate = rerun[model] ?? Number.NaN;
          if (rate >= band.low && rate <= band.high) total.covered++;
        }
        total.band += meanHalf(found.bands);
        total.sameBenchmarks += meanHalf(found.sameBenchmarks);
        total.otherBenchmarks += meanHalf(found.otherBenchmarks);
      }
      return {
        n,
        truth,
        covered: (100 * total.covered) / (dataSets * MODELS),
        band: total.band / dataSets,
        sameBenchmarks: total.sameBenchmarks / dataSets,
        otherBenchmarks: total.otherBenchmarks / dataSets,
      };
    }),
  );
}

const meanHalf = (intervals: readonly Interval[]): number =>
  intervals.reduce((sum, { low, high }) => sum + (high - low) / 2, 0) / intervals.length;

/** The latent mean of each model: benchmarks differ in level, and spread models differ overall and on single benchmarks. */
function benchmarkOf(truth: BandRow["truth"], next: NextUniform): number[] {
  const level = 0.5 + 0.55 * normal(next);
  return Array.from({ length: MODELS }, (_, j) =>
    truth === "equal" ? level : level + 0.4 * (j / (MODELS - 1)) - 0.2 + 0.1 * normal(next),
  );
}

/** `scores[i][j]`: whether model j answers item i right. Half of the latent variance belongs to the item. */
function answers(means: readonly number[], n: number, next: NextUniform): number[][] {
  return Array.from({ length: n }, () => {
    const item = Math.SQRT1_2 * normal(next);
    return means.map((mean) => (mean + item + Math.SQRT1_2 * normal(next) > 0 ? 1 : 0));
  });
}

const meansOf = (scores: readonly (readonly number[])[]): number[] =>
  Array.from({ length: MODELS }, (_, j) => scores.reduce((sum, row) => sum + (row[j] ?? 0), 0) / scores.length);

const winRatesOf = (values: readonly (readonly number[])[]): number[] =>
  winRates(
    values.map((column) => ({ lowerIsBetter: false, values: column })),
    MODELS,
  ).map(({ rate }) => rate ?? Number.NaN);

/** The bands of the mean win rates, and the intervals of the averages, in a release of new answers. */
function printed(benchmarks: readonly (readonly number[])[], n: number, next: NextUniform, dataSet: number) {
  const models = Array.from({ length: MODELS }, (_, j) => j);
  const drawn = benchmarks.map((means) => answers(means, n, next));
  const columns = drawn.map((scores, b) => {
    const items = columnItems(
      models.map((j) => [{ part: "", items: scores.map((row, i) => ({ id: String(i), value: row[j] ?? 0 })) }]),
    );
    if (items === undefined) throw new Error("a benchmark has no items");
    const input = { seed: dataSet, name: `${n}-${b}`, replicates: REPLICATES, models: MODELS, runs: items.runs };
    return { items, isBounded: true, replicated: replicatedColumn(replicateColumn(input), MODELS) };
  });
  const values = drawn.map(meansOf);
  const cells = models.map((j) => values.map((column) => ({ value: column[j] ?? 0, model: j })));
  const family = inferTable(
    { columns, categories: CATEGORIES, cells, isAverage: true },
    { seed: 0, replicates: REPLICATES },
  );
  if ("undefinedBecause" in family) throw new Error(family.undefinedBecause);
  const bands = winRateBand(
    winRatesOf(values),
    columns.map(({ replicated }) => ({ rows: models, models, width: MODELS, replicates: replicated.replicates })),
    REPLICATES,
  );
  return {
    bands: bands.flatMap((band) => (band !== undefined && "low" in band ? band : [])),
    sameBenchmarks: intervalsOf(family.sameBenchmarks),
    otherBenchmarks: intervalsOf(family.otherBenchmarks),
  };
}

function intervalsOf(
  answer: { readonly intervals?: readonly Interval[] | undefined } | { readonly undefinedBecause: string } | undefined,
) {
  if (answer === undefined || !("intervals" in answer) || answer.intervals === undefined)
    throw new Error("an average has no interval");
  return answer.intervals;
}

/** Describes the settings whose bands contain fewer than 85 % of the reruns. */
export const bandMisses = (table: readonly BandRow[]): string[] =>
  table.flatMap(({ truth, n, covered }) =>
    covered < 85 ? [`${truth} models, n ${n}: the band contains ${covered.toFixed(1)} % of the reruns`] : [],
  );

/** The table of docs/statistics.md. */
export const bandMarkdown = (table: readonly BandRow[]): string =>
  [
    "| 37 benchmarks, 9 models | reruns in the band, % | band of the win rate, ± | average, new questions, ± | average, other benchmarks, ± |",
    "|---|---|---|---|---|",
    ...table.map(
      ({ truth, n, covered, band, sameBenchmarks, otherBenchmarks }) =>
        `| ${truth}, n ${n} | ${covered.toFixed(1)} | ${band.toFixed(3)} | ${sameBenchmarks.toFixed(4)} | ${otherBenchmarks.toFixed(3)} |`,
    ),
  ].join("\n");
