import type { Undefined } from "../../statistics/undefined.ts";
import type { Average } from "../statistics/averages.ts";
import type { Cell, Table } from "../leaderboard/leaderboard.ts";
import type { Question } from "../statistics/ranking.ts";

interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The 95 % interval of a cell's value; undefined in an older release, and without scores of instances. */
export const intervalOf = ({ interval }: Cell): Interval | undefined => known(interval);

/** The band in which a rerun prints the win rate; undefined as an interval is, and where no score varies. */
export const winRateBandOf = ({ winRateBand }: Table["rows"][number]): Interval | undefined => known(winRateBand);

const known = (limits: Interval | Undefined | undefined): Interval | undefined =>
  limits === undefined || "undefinedBecause" in limits ? undefined : limits;

/** The reason why a number is undefined; undefined if it is a number or absent. */
export const reasonOf = (limits: Interval | Undefined | undefined): string | undefined =>
  limits !== undefined && "undefinedBecause" in limits ? limits.undefinedBecause : undefined;

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

/** The reasons why families of a table have no ranks by the question of its headline. */
export const familyReasons = ({ inference }: Pick<Table, "inference">): string[] => [
  ...new Set(
    inference?.families.flatMap((family) => {
      const answer = family[inference.headline] ?? family.sameBenchmarks;
      return "undefinedBecause" in answer ? [answer.undefinedBecause] : [];
    }),
  ),
];

/** "1-5", or "2" if only one rank is possible. */
export const rankText = ({ ranks: [low, high] }: Pick<RankSet, "ranks">): string =>
  low === high ? `${low}` : `${low}-${high}`;
