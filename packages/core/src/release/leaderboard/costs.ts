import { z } from "zod";

/** The cost of a row's runs in US dollars, at the prices of their deployments. */
export const RowCosts = z.object({
  /** of the model's answers */
  candidateUsd: z.number(),
  /** of the judges' answers; absent if a judge that is not built in has no price */
  judgesUsd: z.number().exactOptional(),
  /** no other row costs less and is as good, or costs as much and is better. Only rows with a value in every column are compared. */
  isOnParetoFront: z.literal(true).exactOptional(),
});
export type RowCosts = z.infer<typeof RowCosts>;
