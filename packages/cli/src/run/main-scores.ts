import type { ObjectStore } from "@medhelm/core/ports";
import type { Manifest } from "@medhelm/core/release/manifest";
import { Scores } from "@medhelm/core/release/scores";
import { scoreInterval } from "@medhelm/core/statistics/score-interval";
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
  const columns: Column[] = [];
  let isNamed = false;
  const fields = await forEachElement({ objects, key, list: "rows" }, (element) => {
    const { values, counts, ...row } = ScoreRow.parse(element);
    // the answers to one repeated request are not independent
    const cluster = row.cluster ?? row.id;
    isNamed ||= row.cluster !== undefined || row.repeat !== undefined;
    for (const [i, value] of values.entries()) {
      if (value === null) continue;
      const column = (columns[i] ??= { scores: [], clusters: [], part: 0, whole: 0 });
      column.scores.push(value);
      column.clusters.push(cluster);
      const [part, whole] = counts?.[i] ?? [0, 0];
      column.part += part;
      column.whole += whole;
    }
  });
  return ScoreFields.parse(fields).metrics.flatMap(({ profile }, i): MainScore[] => {
    const column = columns[i];
    if (column === undefined) return [];
    const { scores, clusters, part, whole } = column;
    const n = scores.length;
    if (whole > 0) return [{ profile, mean: part / whole, n }];
    const mean = scores.reduce((sum, score) => sum + score, 0) / n;
    return [{ profile, mean, n, ...intervalOf(scores, isNamed ? clusters : undefined, mainRange) }];
  });
}

interface Column {
  readonly scores: number[];
  readonly clusters: string[];
  /** the sums of a metric that is a ratio of sums; 0 for others */
  part: number;
  whole: number;
}

function intervalOf(
  scores: readonly number[],
  clusters: readonly string[] | undefined,
  range: Manifest["mainRange"],
): Pick<MainScore, "low" | "high"> {
  if (range === undefined || scores.some((score) => score < range.min || score > range.max)) return {};
  const interval = scoreInterval({ scores, ...range, ...(clusters === undefined ? {} : { clusters }) });
  return interval === undefined ? {} : { low: interval.low, high: interval.high };
}
