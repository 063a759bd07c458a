import { meanInterval } from "@medhelm/core/statistics/mean-interval";
import { uniformStream } from "./data-sets.ts";

/** Benchmarks of several runs of independent 0 and 1: the probability of each run, and its number of scores. */
const BENCHMARKS: readonly { readonly name: string; readonly runs: readonly (readonly [p: number, n: number])[] }[] = [
  { name: "3 alike, n 60", runs: [0.5, 0.5, 0.5].map((p) => [p, 60] as const) },
  {
    name: "3 unlike, n 20 to 100",
    runs: [
      [0.95, 20],
      [0.9, 60],
      [0.6, 100],
    ],
  },
  { name: "5 unlike, n 30", runs: [0.98, 0.95, 0.9, 0.5, 0.3].map((p) => [p, 30] as const) },
  { name: "8 unlike, n 25", runs: [0.5, 0.8, 0.2, 0.6, 0.7, 0.4, 0.9, 0.3].map((p) => [p, 25] as const) },
];

export interface RunsCoverage {
  readonly name: string;
  /** in percent */
  readonly covered: number;
}

/** Measures how often the interval of an unweighted mean of runs contains the true mean. */
export const runsCoverage = (seed: number, dataSets: number): RunsCoverage[] =>
  BENCHMARKS.map(({ name, runs }, stream) => {
    const next = uniformStream(seed, 1000 + stream);
    const mean = runs.reduce((sum, [p]) => sum + p, 0) / runs.length;
    let covered = 0;
    for (let i = 0; i < dataSets; i++) {
      const drawn = runs.map(([p, n]) => ({ scores: Array.from({ length: n }, () => (next() < p ? 1 : 0)) }));
      const interval = meanInterval(drawn, { range: { min: 0, max: 1 }, streamOf: () => () => 0 });
      if ("low" in interval && interval.low <= mean && mean <= interval.high) covered += 1;
    }
    return { name, covered: (100 * covered) / dataSets };
  });

export const runsMarkdown = (table: readonly RunsCoverage[]): string =>
  [
    "| runs of independent 0/1 | coverage, % |",
    "|---|---|",
    ...table.map(({ name, covered }) => `| ${name} | ${covered.toFixed(1)} |`),
  ].join("\n");
