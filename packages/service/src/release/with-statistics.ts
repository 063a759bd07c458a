import { mapHere } from "@medhelm/core/inference/map-here";
import type { PartScores } from "@medhelm/core/inference/column-items";
import { joinSharedQuestions } from "@medhelm/core/inference/shared-questions";
import { partOf } from "@medhelm/core/release/statistics/column-scores";
import { type JudgeAgreement, judgeAgreements } from "@medhelm/core/release/statistics/judge-agreement";
import { type RunBreakdown, runBreakdown } from "@medhelm/core/release/runs/run-breakdown";
import type { Column, Leaderboard, LeaderboardRun } from "@medhelm/core/release/leaderboard/leaderboard";
import { runSlug, shownMetricOf } from "@medhelm/core/release/leaderboard/leaderboard-runs";
import { withInference } from "@medhelm/core/release/statistics/leaderboard-inference";
import type { LoadedRun } from "@medhelm/core/release/runs/loaded-run";
import { partScores } from "@medhelm/core/release/runs/part-scores";
import type { ParallelMap } from "@medhelm/core/ports";
import type { Profile } from "@medhelm/core/run/profile";
import { CONCURRENT_READS, mapBounded } from "../concurrency/map-bounded.ts";
import { loadScores } from "./runs/load-scores.ts";
import type { ReleasePorts } from "./ports.ts";
import type { ReleaseContent } from "./release-content.ts";

/** Runs whose scores are read concurrently. More would hold more files in memory than threads can read. */
const MAX_SCORES = 8;

/** A thread needs 30 MB of its own. The replicates of more runs need so much that a release would be near 300 MB, and a second thread saves a fifth of the time. */
const MANY_RUNS = 1000;

/** The map that computes the statistics of a release: on threads, or in this one for many runs. */
export const statisticsMap = ({ map = mapHere }: Pick<ReleasePorts, "map">, runs: number): ParallelMap =>
  runs > MANY_RUNS ? mapHere : map;

/** Adds to the leaderboard the conclusions from the scores of the runs' instances. It reads each run's scores once. */
export async function withStatistics(
  ports: ReleasePorts,
  { profile, runs, schema }: Pick<ReleaseContent, "runs" | "schema"> & { readonly profile: Profile },
  leaderboard: Leaderboard,
): Promise<Leaderboard> {
  const bySlug = new Map(runs.map((run) => [runSlug(run), run]));
  let done = 0;
  const breakdowns = new Map<string, RunBreakdown>();
  const agreements = new Map<string, ReadonlyMap<string, JudgeAgreement>>();
  const readRun = async (
    shown: LeaderboardRun,
    lowerIsBetter: boolean,
    { part, share }: { readonly part: (run: LoadedRun) => string; readonly share: (text: string) => string },
  ): Promise<PartScores | undefined> => {
    const run = bySlug.get(shown.slug);
    ports.onRead?.(runs.length + done++, 2 * runs.length);
    const loaded = run && (await loadScores(ports, run, shownMetricOf(run, schema, ports.cards)));
    if (run === undefined || loaded?.kind !== "scores") return undefined;
    const found = partScores(loaded.scores, { part: part(run), metric: shown.mainMetric, profile, share });
    agreements.set(shown.slug, judgeAgreements(loaded.scores));
    if (found !== undefined)
      breakdowns.set(
        shown.slug,
        runBreakdown(loaded.scores, found.items, {
          name: shown.slug,
          isPublic: shown.access === "public",
          range: shown.mainRange,
          lowerIsBetter,
        }),
      );
    return found;
  };
  const readCell = async (
    { metric, lowerIsBetter }: Column,
    shown: readonly LeaderboardRun[],
    share: (text: string) => string,
  ) => {
    if (shown.length === 0 || shown.some(({ mainMetric }) => mainMetric !== metric)) return undefined;
    const part = shown.length === 1 ? () => "" : (run: LoadedRun) => partOf(run.runSpec.name);
    const parts = await mapBounded(shown, CONCURRENT_READS, (run) =>
      readRun(run, lowerIsBetter === true, { part, share }),
    );
    const known = parts.flatMap((one) => one ?? []);
    return known.length === parts.length ? joinSharedQuestions(known) : undefined;
  };
  const inferred = await withInference({
    leaderboard,
    partsOf: (column, cells) => {
      const share = sharedTexts();
      return mapBounded(cells, MAX_SCORES, (shown) => readCell(column, shown, share));
    },
    map: statisticsMap(ports, runs.length),
    unitOf: ({ group }) => ports.cards(group)?.cluster?.unit,
  });
  return {
    ...inferred,
    runs: inferred.runs.map((run) => {
      const breakdown = breakdowns.get(run.slug);
      const judges = run.judges.map((judge) => {
        const agreement = agreements.get(run.slug)?.get(judge.name);
        return agreement === undefined ? judge : { ...judge, agreement };
      });
      return { ...run, judges, ...(breakdown === undefined ? {} : { breakdown }) };
    }),
  };
}

function sharedTexts(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const found = known.get(text);
    if (found === undefined) known.set(text, text);
    return found ?? text;
  };
}
