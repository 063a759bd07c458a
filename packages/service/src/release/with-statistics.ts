import { runTask } from "@medhelm/core/inference/tasks";
import type { ParallelMap } from "@medhelm/core/ports";
import type { PartScores } from "@medhelm/core/inference/column-items";
import { partOf } from "@medhelm/core/release/column-scores";
import type { Leaderboard, LeaderboardRun } from "@medhelm/core/release/leaderboard";
import { runSlug, shownMetricOf } from "@medhelm/core/release/leaderboard-runs";
import { withInference } from "@medhelm/core/release/leaderboard-inference";
import type { LoadedRun } from "@medhelm/core/release/loaded-run";
import { partScores } from "@medhelm/core/release/part-scores";
import type { Profile } from "@medhelm/core/run/profile";
import { CONCURRENT_READS, mapBounded } from "../concurrency/map-bounded.ts";
import { loadScores } from "./load-scores.ts";
import type { ReleasePorts } from "./ports.ts";
import type { ReleaseContent } from "./release-content.ts";

/** Computes in this thread. */
const mapHere: ParallelMap = (calls) => Promise.resolve(calls.map(runTask));

/** Adds to the leaderboard the conclusions from the scores of the runs' instances. It reads each run's scores once. */
export function withStatistics(
  ports: ReleasePorts,
  { profile, runs, schema }: Pick<ReleaseContent, "runs" | "schema"> & { readonly profile: Profile },
  leaderboard: Leaderboard,
): Promise<Leaderboard> {
  const bySlug = new Map(runs.map((run) => [runSlug(run), run]));
  const readRun = async (shown: LeaderboardRun, part: (run: LoadedRun) => string): Promise<PartScores | undefined> => {
    const run = bySlug.get(shown.slug);
    const loaded = run && (await loadScores(ports, run, shownMetricOf(run, schema, ports.cards)));
    if (run === undefined || loaded?.kind !== "scores") return undefined;
    return partScores(loaded.scores, { part: part(run), metric: shown.mainMetric, profile });
  };
  const readCell = async (metric: string, shown: readonly LeaderboardRun[]) => {
    if (shown.length === 0 || shown.some(({ mainMetric }) => mainMetric !== metric)) return undefined;
    const part = shown.length === 1 ? () => "" : (run: LoadedRun) => partOf(run.runSpec.name);
    const parts = await mapBounded(shown, CONCURRENT_READS, (run) => readRun(run, part));
    const known = parts.flatMap((one) => one ?? []);
    return known.length === parts.length ? known : undefined;
  };
  return withInference({
    leaderboard,
    partsOf: ({ metric }, cells) => mapBounded(cells, CONCURRENT_READS, (shown) => readCell(metric, shown)),
    map: ports.map ?? mapHere,
    unitOf: ({ group }) => ports.cards(group)?.cluster?.unit,
  });
}
