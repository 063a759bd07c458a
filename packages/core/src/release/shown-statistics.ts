import { z } from "zod";
import type { Cell, Table } from "./leaderboard.ts";

type Row = Table["rows"][number];

const Interval = z.object({ low: z.number(), high: z.number() });
const Answer = z.object({ rankSet: z.tuple([z.int(), z.int()]), interval: Interval.optional() });
const CellFields = z.object({ interval: Interval.optional().catch(undefined) });
const RowFields = z.object({
  ranking: z
    .object({ sameBenchmarks: Answer.optional(), otherBenchmarks: Answer.optional() })
    .optional()
    .catch(undefined),
  macroAverage: z.object({ value: z.number() }).optional().catch(undefined),
  balancedAverage: z.object({ value: z.number() }).optional().catch(undefined),
  winRateBand: Interval.optional().catch(undefined),
});
const TableFields = z.object({ inference: z.object({ headline: z.string() }).optional().catch(undefined) });

/** The 95 % interval of a cell's value; undefined in an older release, and if there is none. */
export const intervalOf = (cell: Cell | undefined): z.infer<typeof Interval> | undefined =>
  CellFields.safeParse(cell).data?.interval;

export interface RowStatistics {
  /** the smallest and the largest rank of the row by the question of the table's headline; undefined if it is not ranked */
  readonly rankSet: readonly [number, number] | undefined;
  /** whether the rank set tells about the same benchmarks with new questions, or about other benchmarks, too */
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
    macroAverage: data?.macroAverage?.value,
    balancedAverage: data?.balancedAverage?.value,
    winRateBand: data?.winRateBand,
  };
}

/** "1-5", or "2" if only one rank is possible. */
export const rankText = ([low, high]: readonly [number, number]): string =>
  low === high ? `${low}` : `${low}-${high}`;
