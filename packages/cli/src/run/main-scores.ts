import type { ObjectStore } from "@medhelm/core/ports";
import type { Manifest } from "@medhelm/core/release/manifest";
import { Scores } from "@medhelm/core/release/scores";
import { boundedInterval } from "@medhelm/core/statistics/bounded-interval";
import { forEachElement } from "@medhelm/service/aggregate/read-lists";

/** The main metric of a run under one profile. */
export interface MainScore {
  readonly profile: "helm" | "corrected";
  readonly mean: number;
  /** the number of values behind the mean */
  readonly n: number;
  /** The 95 % interval (statistics/bounded-interval.ts). Absent: the metric has no bounds, or there is only one cluster. */
  readonly low?: number;
  readonly high?: number;
}

const ScoreFields = Scores.omit({ rows: true });
const ScoreRow = Scores.shape.rows.element;

/** Reads scores.json row by row, because a large run has a million. @returns the profiles that have a score */
export async function mainScores(
  objects: ObjectStore,
  { mainRange }: Pick<Manifest, "mainRange">,
  key: string,
): Promise<MainScore[]> {
  if ((await objects.head(key)) === undefined) return [];
  const columns: { scores: number[]; clusters: string[] }[] = [];
  const fields = await forEachElement({ objects, key, list: "rows" }, (row) => {
    const { values, cluster } = ScoreRow.parse(row);
    for (const [i, value] of values.entries()) {
      if (value === null) continue;
      const column = (columns[i] ??= { scores: [], clusters: [] });
      column.scores.push(value);
      if (cluster !== undefined) column.clusters.push(cluster);
    }
  });
  return ScoreFields.parse(fields).metrics.flatMap(({ profile }, i): MainScore[] => {
    const column = columns[i];
    if (column === undefined) return [];
    const { scores, clusters } = column;
    const n = scores.length;
    const mean = scores.reduce((sum, score) => sum + score, 0) / n;
    return [{ profile, mean, n, ...intervalOf(scores, clusters.length === n ? clusters : undefined, mainRange) }];
  });
}

function intervalOf(
  scores: readonly number[],
  clusters: readonly string[] | undefined,
  range: Manifest["mainRange"],
): Pick<MainScore, "low" | "high"> {
  if (range === undefined || scores.some((score) => score < range.min || score > range.max)) return {};
  const interval = boundedInterval({ scores, ...range, ...(clusters === undefined ? {} : { clusters }) });
  return interval === undefined ? {} : { low: interval.low, high: interval.high };
}
