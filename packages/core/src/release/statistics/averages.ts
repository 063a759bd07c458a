import { z } from "zod";
import { Undefined } from "./cell-statistics.ts";

/** A mean over benchmarks of values from 0 to 1, of which larger is better. */
export const Average = z.union([
  z.object({
    value: z.number(),
    /** the standard deviation over benchmarks, with 1/(n-1); absent for one benchmark */
    sd: z.number().exactOptional(),
    /** number of benchmarks (of categories for the balanced average); they are the same for all rows */
    count: z.int(),
  }),
  Undefined,
]);
export type Average = z.infer<typeof Average>;

/** The averages of a row of a table that compares benchmarks. */
export const RowAverages = z.object({
  /** the mean over benchmarks */
  macroAverage: Average.exactOptional(),
  /** the mean over the categories of their means; in the table of the whole release only */
  balancedAverage: Average.exactOptional(),
  /** the mean over the benchmarks of each category */
  categoryAverages: z.array(z.object({ group: z.string(), value: z.number(), count: z.int() })).exactOptional(),
  /** the standard deviation of the row's shares in `winShares`, with 1/n. It is no uncertainty of the win rate */
  winRateSd: z.number().exactOptional(),
  /** the same where a tie is no win: the paper's "Win SD" */
  winRateSdPaper: z.number().exactOptional(),
});
export type RowAverages = z.infer<typeof RowAverages>;

/** Which share of common columns each row wins against each other row, with ties as half. */
export const WinShares = z.object({
  /** `shares[i][j]`: row i against row j; null on the diagonal, without a common column and between wordings */
  shares: z.array(z.array(z.number().nullable())),
  /** number of common columns */
  columns: z.array(z.array(z.int())),
});
