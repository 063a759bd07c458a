import { z } from "zod";

const Pair = z.object({
  /** positions of the two rows in the table */
  rows: z.tuple([z.int(), z.int()]),
  /** number of items that both have a score for */
  n: z.int(),
  /** of the first row to the second; from -1 to 1 if the scores are bounded; more than 0: the first is better */
  difference: z.number(),
  /** two-sided */
  p: z.number(),
  /** Benjamini and Hochberg, over all pairs of all columns of the table */
  adjustedP: z.number(),
});

/** Pairs of models on single benchmarks. No rank set, letter or other claim of the release uses them. */
export const Exploratory = z.object({
  columns: z.array(
    z.object({
      /** position in the table */
      column: z.int(),
      test: z.enum(["mcnemar", "cluster-t"]),
      pairs: z.array(Pair),
    }),
  ),
});
export type Exploratory = z.infer<typeof Exploratory>;
