import type { Average } from "./averages.ts";
import type { Cell, Table } from "./leaderboard.ts";
import type { Question } from "./ranking.ts";

interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The 95 % interval of a cell's value; undefined in an older release, and without scores of instances. */
export function intervalOf({ interval }: Cell): Interval | undefined {
  return interval === undefined || "undefinedBecause" in interval ? undefined : interval;
}

/** The value of an average; undefined in an older release, and if no average is defined. */
export const averageOf = (average: Average | undefined): number | undefined =>
  average === undefined || "undefinedBecause" in average ? undefined : average.value;

export interface RankSet {
  /** the smallest and the largest rank that are possible */
  readonly ranks: readonly [number, number];
  /** whether they are those of the same benchmarks with new questions, or of other benchmarks, too */
  readonly question: Question;
}

/** The ranks of a row by the question of the table's headline; undefined in an older release, and for a row without a rank. */
export function rankSetOf({ inference }: Table, { ranking }: Table["rows"][number]): RankSet | undefined {
  if (inference === undefined || ranking === undefined || "notRankedBecause" in ranking) return undefined;
  const question = inference.headline;
  const answer = ranking[question];
  return answer === undefined ? undefined : { ranks: answer.rankSet, question };
}

/** "1-5", or "2" if only one rank is possible. */
export const rankText = ({ ranks: [low, high] }: Pick<RankSet, "ranks">): string =>
  low === high ? `${low}` : `${low}-${high}`;
