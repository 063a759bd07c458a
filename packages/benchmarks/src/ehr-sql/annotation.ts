import { z } from "zod";

/**
 * HELM's annotation "ehr_sql" (ehr_sql_annotator.py). The question's parameters, single values and not rows, replace a gold
 * result without rows.
 */
export const HelmAnnotation = z.object({
  predicted_result: z.array(z.unknown()),
  ground_truth_result: z.array(z.unknown()),
  query_error: z.string().nullable(),
});
export type HelmAnnotation = z.infer<typeof HelmAnnotation>;

/** The result of one query by the rules of 2024. */
export const Result = z.discriminatedUnion("kind", [
  /** No query: the author says that the question cannot be answered. */
  z.object({ kind: z.literal("abstained") }),
  z.object({ kind: z.literal("rows"), rows: z.array(z.array(z.string())) }),
  z.object({ kind: z.literal("failed"), reason: z.string() }),
]);
export type Result = z.infer<typeof Result>;

/** Our annotation "medhelm_ehr_sql", from which profile `corrected` is scored. */
export const OwnAnnotation = z.object({ gold: Result, predicted: Result });
export type OwnAnnotation = z.infer<typeof OwnAnnotation>;
