import { MetricName, type Stat } from "@medhelm/core/helm/stats";
import type { ObjectStore } from "@medhelm/core/ports";
import type { Manifest } from "@medhelm/core/release/runs/manifest";
import { Scores } from "@medhelm/core/release/runs/scores";
import { getJson } from "@medhelm/core/store/objects";
import { scoreInterval } from "@medhelm/core/statistics/score-interval";
import { type NumberColumn, numberColumn } from "@medhelm/core/scoring/number-column";
import { type TextIndex, textIndex } from "@medhelm/core/text/text-index";
import { forEachElement } from "@medhelm/service/aggregate/read-lists";
import { z } from "zod";

/** The main metric of a run under one profile. */
export interface MainScore {
  readonly profile: "helm" | "corrected";
  readonly mean: number;
  /** the number of values behind the mean */
  readonly n: number;
  /** The 95 % interval (statistics/score-interval.ts). Absent: the metric has no bounds, or there is only one score or cluster. */
  readonly low?: number;
  readonly high?: number;
}

/** The part of a store that this file needs. */
type Reader = Pick<ObjectStore, "get" | "head" | "stream">;

const ScoreFields = Scores.omit({ rows: true });
const ScoreRow = Scores.shape.rows.element;

/** Reads scores.json row by row, because a large run has a million. @returns the profiles that have a score */
export async function mainScores(
  objects: Reader,
  { mainRange, mainMetric, mainSplit }: Pick<Manifest, "mainRange" | "mainMetric" | "mainSplit">,
  keyOf: (file: string) => string,
): Promise<MainScore[]> {
  const key = keyOf("scores.json");
  if ((await objects.head(key)) === undefined) return [];
  const found = await readColumns(objects, key, undefined);
  // the names of clusters take more memory than the scores, and most runs have none
  const { fields, columns } = found.isClustered ? await readColumns(objects, key, textIndex()) : found;
  const plain = ScoreFields.parse(fields).metrics.flatMap(({ profile }, i): MainScore[] => {
    const column = columns[i];
    if (column === undefined) return [];
    const { n, part, whole } = column;
    if (whole > 0) return [{ profile, mean: part / whole, n }];
    const scores = listOf(column.scores, n);
    const mean = scores.reduce((sum, score) => sum + score, 0) / n;
    const clusters = found.isClustered ? listOf(column.clusters, n) : undefined;
    return [{ profile, mean, n, ...intervalOf(scores, clusters, mainRange) }];
  });
  if (mainRange !== undefined) return plain;
  return Promise.all(
    plain.map(async (score) => {
      const mean = await meanIn(objects, keyOf(STATS_OF[score.profile]), { name: mainMetric, split: mainSplit });
      return mean === undefined || Math.abs(mean - score.mean) < ROUNDING ? score : { ...score, mean };
    }),
  );
}

const STATS_OF = { helm: "stats.json", corrected: "corrected/stats.json" } as const;

/** Two orders of a sum differ by less. */
const ROUNDING = 1e-9;

/** HELM may write a number that JSON does not have. */
const Stats = z.array(z.object({ name: MetricName, mean: z.number().optional().catch(undefined) }));

/** The score in a file of stats, which is no plain mean of a metric without bounds such as HealthBench's clipped one. */
async function meanIn(
  objects: Reader,
  key: string,
  { name: wanted, split }: Pick<Stat["name"], "name" | "split">,
): Promise<number | undefined> {
  const stats = (await getJson(objects, key, Stats)) ?? [];
  return stats.find(
    ({ name }) =>
      name.name === wanted && name.split === split && name.sub_split === undefined && name.perturbation === undefined,
  )?.mean;
}

/** `names` numbers the clusters. Without it, none are kept. */
async function readColumns(objects: Reader, key: string, names: TextIndex | undefined) {
  const columns: Column[] = [];
  let isClustered = false;
  const fields = await forEachElement({ objects, key, list: "rows" }, (element) => {
    const { values, counts, ...row } = ScoreRow.parse(element);
    isClustered ||= row.cluster !== undefined || row.repeat !== undefined;
    // the answers to one repeated request are not independent
    const cluster = names?.add(row.cluster ?? row.id);
    for (const [i, value] of values.entries()) {
      if (value === null) continue;
      const column = (columns[i] ??= { n: 0, scores: numberColumn(), clusters: numberColumn(), part: 0, whole: 0 });
      column.scores.set(column.n, value);
      if (cluster !== undefined) column.clusters.set(column.n, cluster);
      column.n++;
      const [part, whole] = counts?.[i] ?? [0, 0];
      column.part += part;
      column.whole += whole;
    }
  });
  return { fields, columns, isClustered };
}

const listOf = (column: NumberColumn, length: number): number[] => Array.from({ length }, (_, i) => column.at(i));

interface Column {
  n: number;
  readonly scores: NumberColumn;
  readonly clusters: NumberColumn;
  /** the sums of a metric that is a ratio of sums; 0 for others */
  part: number;
  whole: number;
}

function intervalOf(
  scores: readonly number[],
  clusters: readonly number[] | undefined,
  range: Manifest["mainRange"],
): Pick<MainScore, "low" | "high"> {
  // one score has no interval, as in a release (statistics/mean-interval.ts)
  if (range === undefined || scores.length < 2 || scores.some((score) => score < range.min || score > range.max))
    return {};
  const interval = scoreInterval({ scores, ...range, ...(clusters === undefined ? {} : { clusters }) });
  return interval === undefined ? {} : { low: interval.low, high: interval.high };
}
