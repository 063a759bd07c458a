import { runTask } from "@medhelm/core/inference/tasks";
import type { ParallelMap } from "@medhelm/core/ports";
import type { ItemScore, PartScores } from "@medhelm/core/inference/column-items";
import { partOf } from "@medhelm/core/release/column-scores";
import type { Scores } from "@medhelm/core/release/scores";
import type { Column, Leaderboard, LeaderboardRun } from "@medhelm/core/release/leaderboard";
import { runSlug, shownMetricOf } from "@medhelm/core/release/leaderboard-runs";
import { withInference } from "@medhelm/core/release/leaderboard-inference";
import type { Profile } from "@medhelm/core/run/profile";
import { CONCURRENT_READS, mapBounded } from "../concurrency/map-bounded.ts";
import { loadScores } from "./load-scores.ts";
import type { ReleasePorts } from "./ports.ts";
import type { ReleaseContent } from "./release-content.ts";

/** Computes in this thread. */
const mapHere: ParallelMap = (calls) => Promise.resolve(calls.map(runTask));

type Row = Scores["rows"][number];

/** @param counts numerator and denominator of a ratio */
function itemScore(
  { id, inputSha256, cluster }: Pick<Row, "id" | "inputSha256" | "cluster">,
  value: number | null,
  counts: readonly [number, number] | null,
): ItemScore {
  const item = { id, inputSha256, cluster };
  if (counts === null) return { ...item, value };
  const [numerator, denominator] = counts;
  return { ...item, value: denominator === 0 ? 0 : numerator / denominator, weight: denominator };
}

/** Adds to the leaderboard the conclusions from the scores of the runs' instances. It reads each run's scores once. */
export function withStatistics(
  ports: ReleasePorts,
  { profile, runs, schema }: Pick<ReleaseContent, "runs" | "schema"> & { readonly profile: Profile },
  leaderboard: Leaderboard,
): Promise<Leaderboard> {
  const bySlug = new Map(runs.map((run) => [runSlug(run), run]));
  const readRun = async (shown: LeaderboardRun, alone: boolean): Promise<PartScores | undefined> => {
    const run = bySlug.get(shown.slug);
    const loaded = run && (await loadScores(ports, run, shownMetricOf(run, schema, ports.cards)));
    if (run === undefined || loaded?.kind !== "scores") return undefined;
    const { metrics, rows } = loaded.scores;
    const place = metrics.findIndex((metric) => metric.name === shown.mainMetric && metric.profile === profile);
    if (place < 0) return undefined;
    return {
      part: alone ? "" : partOf(run.runSpec.name),
      items: rows.map(({ counts, values, ...row }) => itemScore(row, values[place] ?? null, counts?.[place] ?? null)),
    };
  };
  const partsOf = async (
    { metric }: Column,
    shown: readonly LeaderboardRun[],
  ): Promise<readonly PartScores[] | undefined> => {
    if (shown.length === 0 || shown.some(({ mainMetric }) => mainMetric !== metric)) return undefined;
    const parts = await mapBounded(shown, CONCURRENT_READS, (run) => readRun(run, shown.length === 1));
    const known = parts.flatMap((part) => part ?? []);
    return known.length === parts.length ? known : undefined;
  };
  return withInference({
    leaderboard,
    partsOf,
    map: ports.map ?? mapHere,
    unitOf: ({ group }) => ports.cards(group)?.cluster?.unit,
  });
}
