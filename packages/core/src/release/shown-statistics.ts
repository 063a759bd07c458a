import { z } from "zod";
import type { Average } from "./averages.ts";
import type { Cell, Table } from "./leaderboard.ts";

type Row = Table["rows"][number];

const Interval = z.object({ low: z.number(), high: z.number() });
const Answer = z.object({ rankSet: z.tuple([z.int(), z.int()]), interval: Interval.optional() });
const RowFields = z.object({
  ranking: z
    .object({ sameBenchmarks: Answer.optional(), otherBenchmarks: Answer.optional() })
    .optional()
    .catch(undefined),
  winRateBand: Interval.optional().catch(undefined),
});
const TableFields = z.object({ inference: z.object({ headline: z.string() }).optional().catch(undefined) });

/** The 95 % interval of a cell's value; undefined in an older release, and without scores of instances. */
export function intervalOf({ interval }: Cell): z.infer<typeof Interval> | undefined {
  return interval === undefined || "undefinedBecause" in interval ? undefined : interval;
}

const valueOf = (average: Average | undefined): number | undefined =>
  average === undefined || "undefinedBecause" in average ? undefined : average.value;

export interface RowStatistics {
  /** the smallest and the largest rank of the row by the question of the table's headline; undefined if it is not ranked */
  readonly rankSet: readonly [number, number] | undefined;
  /** whether the rank set is that of the same benchmarks with new questions, or of other benchmarks, too */
  readonly question: "sameBenchmarks" | "otherBenchmarks" | undefined;
  readonly macroAverage: number | undefined;
  readonly balancedAverage: number | undefined;
  readonly winRateBand: z.infer<typeof Interval> | undefined;
}

/** The statistics of a row that exports show. All are undefined in an older release. */
export function rowStatistics(table: Table, row: Row): RowStatistics {
  const { data } = RowFields.safeParse(row);
  const headline = TableFields.safeParse(table).data?.inference?.headline;
  const question = headline === "otherBenchmarks" ? "otherBenchmarks" : "sameBenchmarks";
  const answer = data?.ranking?.[question];
  return {
    rankSet: answer?.rankSet,
    question: answer === undefined ? undefined : question,
    macroAverage: valueOf(row.macroAverage),
    balancedAverage: valueOf(row.balancedAverage),
    winRateBand: data?.winRateBand,
  };
}

/** "1-5", or "2" if only one rank is possible. */
export const rankText = ([low, high]: readonly [number, number]): string =>
  low === high ? `${low}` : `${low}-${high}`;
