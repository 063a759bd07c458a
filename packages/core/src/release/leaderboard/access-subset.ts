import { z } from "zod";
import { RowAverages } from "../statistics/averages.ts";
import { RowCosts } from "./costs.ts";
import { RowInference, TableInference } from "../statistics/ranking.ts";

/** The ranking of a table by its public benchmarks alone, or by the others: gated, private and local ones. */
export const AccessSubset = z.object({
  access: z.enum(["public", "nonPublic"]),
  /** positions of the subset's columns in the table */
  columns: z.array(z.int()),
  /** one for each row of the table, in its order; the fields are those of the table's rows */
  rows: z.array(
    z.object({
      meanWinRate: z.number().nullable(),
      winRateColumns: z.int(),
      ...RowAverages.shape,
      ...RowInference.shape,
      costs: RowCosts.exactOptional(),
    }),
  ),
  /** Positions of rows and columns are those of the table. It has no pair matrix. */
  inference: TableInference.exactOptional(),
});
export type AccessSubset = z.infer<typeof AccessSubset>;
