import { clopperPearson } from "@medhelm/core/statistics/clopper-pearson";
import { scoreInterval } from "@medhelm/core/statistics/score-interval";
import { type Setting, SETTINGS, sourceOf, uniformStream } from "./data-sets.ts";

export interface Coverage extends Setting {
  /** the share of data sets whose 95 % interval contains the mean, in percent */
  readonly covered: number;
  /** the mean width of the intervals, on the scale of the scores */
  readonly width: number;
  /** the mean width of Clopper and Pearson's intervals of the same data; only for independent 0 and 1 */
  readonly exactWidth?: number;
}

/** Measures how often scoreInterval contains the true mean, in each setting. */
export const coverageTable = (seed: number, dataSets: number): Coverage[] =>
  SETTINGS.map((setting, stream) => coverageOf(setting, { seed, stream, dataSets }));

function coverageOf(
  setting: Setting,
  { seed, stream, dataSets }: { readonly seed: number; readonly stream: number; readonly dataSets: number },
): Coverage {
  const next = uniformStream(seed, stream);
  const { min, max, mean, draw } = sourceOf(setting);
  let [covered, width, exactWidth] = [0, 0, 0];
  for (let i = 0; i < dataSets; i++) {
    const dataSet = draw(next);
    const interval = scoreInterval({ ...dataSet, min, max });
    if (interval === undefined) continue;
    if (interval.low <= mean && mean <= interval.high) covered += 1;
    width += interval.high - interval.low;
    if (!setting.isBinary || setting.isClustered) continue;
    const right = dataSet.scores.reduce((sum, score) => sum + score, 0);
    const exact = clopperPearson(right, setting.n, 0.95);
    exactWidth += (exact?.high ?? 1) - (exact?.low ?? 0);
  }
  return {
    ...setting,
    covered: (100 * covered) / dataSets,
    width: width / dataSets,
    ...(setting.isBinary && !setting.isClustered ? { exactWidth: exactWidth / dataSets } : {}),
  };
}

/** Describes what does not hold of: coverage from 93 to 97.5 %, and intervals of independent 0 and 1 no wider than Clopper and Pearson's. */
export const missesOf = (table: readonly Coverage[]): string[] =>
  table.flatMap((row) => [
    ...(row.covered < 93 || row.covered > 97.5 ? [`${nameOf(row)}: covers ${row.covered.toFixed(2)} %`] : []),
    ...(row.exactWidth !== undefined && row.width > row.exactWidth
      ? [`${nameOf(row)}: wider than Clopper-Pearson`]
      : []),
  ]);

const nameOf = ({ n, isBinary, isNearTop, isClustered }: Setting): string =>
  `${isBinary ? "0/1" : "jury mean"}, ${isNearTop ? "near the top" : "centre"}, n ${n}${isClustered ? ", clusters" : ""}`;

/** The table of docs/statistics.md. */
export function coverageMarkdown(table: readonly Coverage[]): string {
  const rows = Map.groupBy(
    table,
    ({ isBinary, isNearTop }) => `${isBinary ? "0/1" : "jury mean"}, ${isNearTop ? "near the top" : "centre"}`,
  );
  const widths = table.flatMap(({ n, isNearTop, width, exactWidth }) =>
    exactWidth === undefined
      ? []
      : [`| ${isNearTop ? "near the top" : "centre"}, n ${n} | ${width.toFixed(4)} | ${exactWidth.toFixed(4)} |`],
  );
  return [
    "| coverage, % | n 60 | 300 | 1,000 | n 60, clusters | 300 | 1,000 |",
    "|---|---|---|---|---|---|---|",
    ...[...rows].map(([name, cells]) => `| ${name} | ${cells.map(({ covered }) => covered.toFixed(1)).join(" | ")} |`),
    "",
    "| mean width, independent 0/1 | Wilson | Clopper-Pearson |",
    "|---|---|---|",
    ...widths,
  ].join("\n");
}
