import type { PerInstanceStats } from "@medhelm/core/helm/stats";
import { PAGE_BYTES } from "@medhelm/core/release/pages/page";
import type { ListedMetric, UnfinishedMetric } from "@medhelm/core/release/pages/list-row";
import { findStat } from "@medhelm/core/release/runs/loaded-run";
import type { Profile } from "@medhelm/core/run/profile";
import type { ScoredProfile } from "@medhelm/core/scoring/score";
import {
  type MetricOfPages,
  type Park,
  runPageFiles,
  type ShownInstance,
} from "@medhelm/core/release/pages/run-page-files";
import { forEachBounded } from "../concurrency/map-bounded.ts";
import type { PutDerived } from "./derived-files.ts";
import { parkedText } from "./parked-text.ts";
import type { RunHead } from "./run-head.ts";

/** A run has many small files, and a disk takes its time for each; a folder's disk serves several at once. */
const CONCURRENT_WRITES = 8;

/** Writes the files of pages/. It keeps a few chunks in memory, and the positions of all. */
export async function putPages(
  put: PutDerived,
  instances: AsyncIterable<ShownInstance>,
  metric: MetricOfPages,
  park: Park = parkedText,
): Promise<void> {
  await forEachBounded(runPageFiles(instances, metric, PAGE_BYTES, park), CONCURRENT_WRITES, ({ file, body, value }) =>
    put.whole(`pages/${file}`, body, value),
  );
}

type MainMetric = Pick<RunHead, "mainMetric" | "mainSplit" | "mainRange" | "judges">;

/** The main metric of the list of instances, before the last request is scored. */
export const unfinishedMetric = ({ mainMetric: name, mainRange: range, judges }: MainMetric): UnfinishedMetric => ({
  name,
  range,
  isJudged: judges.length > 0,
  judges: judges.map((judge) => judge.name),
});

/** The main metric of the list of instances. */
export function listedMetric(
  head: MainMetric,
  profiles: Readonly<Record<Profile, Pick<ScoredProfile, "stats">>>,
): ListedMetric {
  const { mainMetric: name, mainSplit: split } = head;
  const mean = ({ stats }: Pick<ScoredProfile, "stats">) => findStat(stats, { name, split })?.mean;
  return { ...unfinishedMetric(head), means: { helm: mean(profiles.helm), corrected: mean(profiles.corrected) } };
}

/** Maps each metric to its value for one request. There is one record per metric class. */
export function valuesOf(records: readonly PerInstanceStats[]): Record<string, number> {
  const values: Record<string, number> = {};
  for (const { stats } of records)
    for (const { name, mean } of stats) if (mean !== undefined && isShown(name.name)) values[name.name] = mean;
  return values;
}

/** Wall-clock stats differ between two executions, so pages omit them. */
function isShown(metric: string): boolean {
  return !metric.startsWith("inference_") && metric !== "batch_size";
}
