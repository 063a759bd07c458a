import { scoreInterval } from "@medhelm/core/statistics/score-interval";
import { drawn, type NextUniform, normal, uniformStream } from "./data-sets.ts";

/** A jury's means near the top of 1 to 5, 4 % of them of bad answers, as different benchmarks may have them. */
interface Design {
  readonly name: string;
  /** the score at a place from 0, the worst, to 1 */
  readonly scoreAt: (place: number, next: NextUniform) => number;
}

const BAD_SHARE = 0.04;

/** To a ninth: three judges on three criteria. */
const toNinth = (score: number): number => Math.round(9 * Math.min(5, Math.max(1, score))) / 9;
/** 60 % have full marks, the others lose one to six ninths. */
const good = (place: number): number => (place > 0.4 ? 5 : 5 - Math.ceil((6 * (0.4 - place)) / 0.4) / 9);

/** Bad answers are the worst of all places, so that they share clusters. */
const inClusters = (least: number, most: number): Design => ({
  name: `lose ${least} to ${most}, in clusters`,
  scoreAt: (place, next) =>
    place < BAD_SHARE ? toNinth(5 - least - (most - least) * next()) : good((place - BAD_SHARE) / (1 - BAD_SHARE)),
});

const DESIGNS: readonly Design[] = [
  { name: "none is bad", scoreAt: good },
  inClusters(1, 2),
  inClusters(1, 4),
  inClusters(2, 4),
  inClusters(4, 4),
  {
    name: "lose 2 to 4, independent of clusters",
    scoreAt: (place, next) => (next() < BAD_SHARE ? toNinth(3 - 2 * next()) : good(place)),
  },
  {
    name: "normal around 4.87 (0.15) and 3 (0.7)",
    scoreAt: (_place, next) => toNinth(next() < BAD_SHARE ? 3 + 0.7 * normal(next) : 4.87 + 0.15 * normal(next)),
  },
];

export interface RareLosses {
  readonly name: string;
  readonly n: number;
  readonly isClustered: boolean;
  /** the shares of data sets whose interval contains the mean, in percent: of the printed interval, and of Wilson's form */
  readonly covered: number;
  readonly wilsonCovered: number;
  /** mean widths in points */
  readonly width: number;
  readonly wilsonWidth: number;
}

/** Measures the printed interval and Wilson's form where a few answers lose much. */
export const rareLosses = (seed: number, dataSets: number): RareLosses[] =>
  DESIGNS.flatMap((design, d) => {
    const mean = meanOf(design, uniformStream(seed, 3000 + d));
    return [false, true].flatMap((isClustered) =>
      [60, 300, 1000].map((n) => {
        const next = uniformStream(seed, 4000 + d * 10_000 + n + Number(isClustered));
        const total = { covered: 0, wilsonCovered: 0, width: 0, wilsonWidth: 0 };
        for (let i = 0; i < dataSets; i++) {
          const found = scoreInterval({ ...drawn({ n, isClustered }, next, design.scoreAt), min: 1, max: 5 });
          if (found === undefined) continue;
          const wilson = found.wilsonForm ?? found;
          if (found.low <= mean && mean <= found.high) total.covered += 100 / dataSets;
          if (wilson.low <= mean && mean <= wilson.high) total.wilsonCovered += 100 / dataSets;
          total.width += (found.high - found.low) / dataSets;
          total.wilsonWidth += (wilson.high - wilson.low) / dataSets;
        }
        return { name: design.name, n, isClustered, ...total };
      }),
    );
  });

/** The mean of two million scores: its standard error is below 0.0006 points. */
function meanOf({ scoreAt }: Design, next: NextUniform): number {
  const draws = 2_000_000;
  let sum = 0;
  for (let i = 0; i < draws; i++) sum += scoreAt((i + 0.5) / draws, next);
  return sum / draws;
}

/** Describes the settings that are covered in fewer than 93 % or more than 97.5 % of the data sets. */
export const rareMisses = (table: readonly RareLosses[]): string[] =>
  table.flatMap(({ name, n, isClustered, covered }) =>
    covered < 93 || covered > 97.5
      ? [`${name}, n ${n}${isClustered ? ", clusters" : ""}: covers ${covered.toFixed(2)} %`]
      : [],
  );

export function rareMarkdown(table: readonly RareLosses[]): string {
  const cell = ({ covered, wilsonCovered }: RareLosses): string =>
    `${covered.toFixed(1)} (${wilsonCovered.toFixed(1)})`;
  const widths = ({ width, wilsonWidth }: RareLosses): string => `${width.toFixed(2)} (${wilsonWidth.toFixed(2)})`;
  const rows = [...Map.groupBy(table, ({ name }) => name)];
  const lines = (of: (one: RareLosses) => string) =>
    rows.map(([name, all]) => `| ${name} | ${all.map(of).join(" | ")} |`);
  const head = "n 60 | 300 | 1,000 | n 60, clusters | 300 | 1,000 |\n|---|---|---|---|---|---|---|";
  return [
    `| coverage, % (Wilson's form) | ${head}`,
    ...lines(cell),
    "",
    `| mean width in points (Wilson's form) | ${head}`,
    ...lines(widths),
  ].join("\n");
}
