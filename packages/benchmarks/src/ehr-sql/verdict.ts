import { valueOf } from "@medhelm/core/reading/reading";
import { HelmAnnotation, OwnAnnotation, type Result } from "./annotation.ts";
import { comparable } from "./cells.ts";
import { readQuery } from "./read-query.ts";

/**
 * EHRSQL 2024: 1 for the right rows, or for an abstention if the question cannot be answered; 0 for another abstention; -1
 * otherwise.
 */
export function score({ gold, predicted }: OwnAnnotation): 1 | 0 | -1 {
  if (predicted.kind === "abstained") return gold.kind === "abstained" ? 1 : 0;
  const isEqual =
    gold.kind === "rows" && predicted.kind === "rows" && JSON.stringify(gold.rows) === JSON.stringify(predicted.rows);
  return isEqual ? 1 : -1;
}

/** HELM: both results have rows and are equal as sets, or both are empty and so is the reply. */
export function helmIsRight({ predicted_result, ground_truth_result }: HelmAnnotation, reply: string): boolean {
  if (predicted_result.length > 0 && ground_truth_result.length > 0)
    return sameSet(predicted_result, ground_truth_result);
  return predicted_result.length === 0 && ground_truth_result.length === 0 && reply === "";
}

function sameSet(a: readonly unknown[], b: readonly unknown[]): boolean {
  const [left, right] = [new Set(a.map(key)), new Set(b.map(key))];
  return left.size === right.size && [...left].every((one) => right.has(one));
}

/** Python's equality of rows read from JSON: true is 1, and -0 is 0. */
const key = (row: unknown): string =>
  JSON.stringify(row, (_key, value: unknown) => (typeof value === "boolean" ? Number(value) : value));

const rows = (result: readonly unknown[]): Result => ({
  kind: "rows",
  rows: comparable(result.filter((row) => Array.isArray(row))),
});

/**
 * The two results that `corrected` compares: ours if the run has them, otherwise those of HELM's annotation, with HELM's date.
 * Single values in place of a reference's rows count as an empty result, because HELM puts them there.
 */
export function ownOrHelms(
  annotations: Readonly<Record<string, unknown>>,
  isImpossible: boolean,
  reply: string,
): OwnAnnotation | undefined {
  const own = OwnAnnotation.safeParse(annotations["medhelm_ehr_sql"]);
  if (own.success) return own.data;
  const helm = HelmAnnotation.safeParse(annotations["ehr_sql"]);
  if (!helm.success) return undefined;
  const { ground_truth_result } = helm.data;
  return {
    gold: isImpossible ? { kind: "abstained" } : rows(ground_truth_result),
    predicted: helmsResult(helm.data, reply),
  };
}

function helmsResult({ predicted_result, query_error }: HelmAnnotation, reply: string): Result {
  const answer = valueOf(readQuery(reply));
  if (answer === undefined) return NO_QUERY;
  if ("abstains" in answer) return { kind: "abstained" };
  return query_error === null ? rows(predicted_result) : { kind: "failed", reason: query_error };
}

/** The result of a reply with neither a query nor an abstention. */
export const NO_QUERY: Result = { kind: "failed", reason: "the reply names no query" };
