import type { Excerpt } from "@medhelm/core/release/pages/excerpts";
import type { LeaderboardRun } from "@medhelm/core/release/leaderboard/leaderboard";
import type { Site } from "../release/site.ts";
import { answerScore } from "../text/answer-score.ts";

const MOST = 10;

export interface WorstInstance {
  readonly benchmark: string;
  readonly id: string;
  readonly href: string;
  readonly score: string;
  /** absent in older runs */
  readonly excerpt: Excerpt | undefined;
}

/** Finds the excerpts of a run by the ids of its instances. */
type ExcerptsOf = (run: LeaderboardRun) => ReadonlyMap<string, Excerpt>;

/** The worst answers of a model's public runs, the worst of each benchmark before the second worst of any. */
export function worstInstances(
  site: Site,
  runs: readonly LeaderboardRun[],
  excerptsOf: ExcerptsOf = () => new Map(),
): WorstInstance[] {
  return runs
    .filter(({ access, hasPages }) => access === "public" && hasPages)
    .flatMap((run) => (run.breakdown?.worst ?? []).map((instance, place) => ({ run, instance, place })))
    .filter(({ run, instance }) => !isBest(run, instance.value))
    .toSorted((a, b) => a.place - b.place || depth(a.run, a.instance.value) - depth(b.run, b.instance.value))
    .slice(0, MOST)
    .map(({ run, instance: { id, value } }) => ({
      benchmark: site.group(run.benchmark)?.displayName ?? run.benchmark,
      id,
      href: `${site.link.run(run.slug)}#${encodeURIComponent(id)}`,
      score: scoreText(run, value),
      excerpt: excerptsOf(run).get(id),
    }));
}

function scoreText({ mainRange: range, mainValue }: LeaderboardRun, value: number): string {
  const shown = answerScore(value, { mean: mainValue ?? undefined, range, lowerIsBetter: false, isJudged: true });
  return range === undefined || Number.isNaN(Number(shown)) ? shown : `${shown} of ${range.max}`;
}

/** The place of a value in its scale, from 0 to 1; values without bounds come last. */
const depth = ({ mainRange }: LeaderboardRun, value: number): number =>
  mainRange === undefined ? 1 : (value - mainRange.min) / (mainRange.max - mainRange.min);

const isBest = (run: LeaderboardRun, value: number): boolean => run.mainRange !== undefined && depth(run, value) >= 1;
