import { z } from "zod";
import { Undefined } from "./cell-statistics.ts";

export const Interval = z.object({ low: z.number(), high: z.number() });

/**
 * sameBenchmarks: what new questions of the same benchmarks would change. otherBenchmarks: what other benchmarks of the same categories would change,
 * too. The headline of a table is the second, and of a benchmark's own table the first.
 */
export const Question = z.enum(["sameBenchmarks", "otherBenchmarks"]);
export type Question = z.infer<typeof Question>;

/** The conclusions from the tests of a table about one row. */
const RowAnswer = z.object({
  /** the smallest and the largest rank, from 1 */
  rankSet: z.tuple([z.int(), z.int()]),
  /** the tests do not distinguish rows of a family that share a letter */
  letters: z.array(z.string()),
  /** whether no other row is better */
  mayBeBest: z.boolean(),
  /** the 95 % interval of an average over benchmarks; that of a single benchmark is the cell's */
  interval: Interval.exactOptional(),
});

const RowRanking = z.union([
  z.object({
    /** what the tests compare: the value of a benchmark, or the average of the values from 0 to 1, of which larger is better */
    value: z.number(),
    sameBenchmarks: RowAnswer.exactOptional(),
    otherBenchmarks: RowAnswer.exactOptional(),
  }),
  z.object({ notRankedBecause: z.string() }),
]);
export type RowRanking = z.infer<typeof RowRanking>;

export const RowInference = z.object({
  ranking: RowRanking.exactOptional(),
  /**
   * The band in which a rerun on new items of the same benchmarks prints the mean win rate; docs/statistics.md has its measured coverage. No
   * claim rests on it. Undefined where no score varies. Absent if the scores of instances are unknown, and for one benchmark.
   */
  winRateBand: z.union([Interval, Undefined]).exactOptional(),
});

/** The tests of all ordered pairs of a table's rows. */
const PairFamily = z.object({
  /**
   * `adjustedP[i][j]`: the p-value of "row i is not better than row j", for the rows of the family in their order; null on the diagonal. Absent
   * for more than 100 rows.
   */
  adjustedP: z.array(z.array(z.number().nullable())).exactOptional(),
  /** the tests report no smaller difference of two values */
  smallestTellableDifference: z.union([z.number(), Undefined]).exactOptional(),
});

/** The reason comes first, because each field of the tests may be absent: their schema would take an answer without them, and drop its reason. */
const FamilyAnswer = z.union([Undefined, PairFamily]);

const Family = z.object({
  /** absent if the table has one wording */
  wording: z.string().exactOptional(),
  /** positions of the ranked rows in the table */
  rows: z.array(z.int()),
  /** positions of the columns that all of them are compared on */
  columns: z.array(z.int()),
  sameBenchmarks: FamilyAnswer,
  /** absent in the table of one benchmark */
  otherBenchmarks: FamilyAnswer.exactOptional(),
});

export const TableInference = z.object({
  /** the level of each family, 0.05 */
  level: z.number(),
  replicates: z.int(),
  seed: z.int(),
  /** the question whose rank sets a reader sees first */
  headline: Question,
  /** one for each wording, whose rows are compared with each other only */
  families: z.array(Family),
});
export type TableInference = z.infer<typeof TableInference>;

export const ColumnItemCounts = z.object({
  /** number of items that the models of the column were asked */
  items: z.int(),
  /** number of items that all of them have a score for */
  common: z.int(),
  /** number of independent clusters of items */
  clusters: z.int(),
  /** the models whose items are others than those of most models: deployments */
  otherItems: z.array(z.string()).exactOptional(),
  /** how small a difference of two models the column can detect; absent in an older release */
  detectable: z
    .union([
      Undefined,
      z.object({
        /** pairs of models that the level of 5 % is divided among */
        comparisons: z.int(),
        /** the smallest difference that a pair detects with a power of 80 %, from 0 to 1 if the scores are bounded */
        difference: z.number(),
        /** the same by the formula of the MedHELM paper, which divides no level */
        differencePaper: z.number(),
        /** number of items that a difference of 0.05 needs; absent for scores without bounds */
        itemsFor5Points: z.int().exactOptional(),
      }),
    ])
    .exactOptional(),
});
export type ColumnItemCounts = z.infer<typeof ColumnItemCounts>;

const First = z.object({
  /** positions in the table of the rows with the highest mean win rate; several if they are equal */
  first: z.array(z.int()),
  meanWinRate: z.number(),
});

/** The first place by mean win rate, and how it depends on single benchmarks, models and judges. */
export const Stability = z.object({
  /** absent if the table has one wording */
  wording: z.string().exactOptional(),
  ...First.shape,
  withoutBenchmark: z.array(z.object({ group: z.string(), ...First.shape })),
  withoutModel: z.array(z.object({ row: z.int(), ...First.shape })),
  /** Values of a jury without one judge; absent if the verdicts of single judges are unknown. */
  withoutJudge: z.array(z.object({ judge: z.string(), ...First.shape })).exactOptional(),
  /** under the other profile; absent if a run does not have it */
  otherProfile: z.object({ profile: z.string(), ...First.shape }).exactOptional(),
});
export type Stability = z.infer<typeof Stability>;
export type FirstPlace = z.infer<typeof First>;
