import type { BenchmarkColumn } from "./column.ts";

const KINDS: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/^(?:quasi_)?(?:prefix_)?exact_match$/, "Share of answers that match exactly"],
  [/^rouge/, "Words shared with the reference answer"],
  [/^BERTScore/, "Likeness of meaning to the reference answer"],
  [/f1(?:_score)?$/, "Overlap of what is given with what is expected (F1)"],
  [/execution_accuracy$/, "Share of queries that return the expected rows"],
  [/error_flag_accuracy$/, "Share of texts whose error is reported or correctly ruled out"],
  [/accuracy$/, "Share of right answers"],
];

/** The main metric of a benchmark in plain words. */
export function metricWords({ column, isJudged }: Pick<BenchmarkColumn, "column" | "isJudged">): string {
  if (isJudged) return "Mean of the judges' scores";
  return KINDS.find(([pattern]) => pattern.test(column.metric))?.[1] ?? column.metricDisplayName;
}

/** "from 0 to 1, higher is better" */
export function scaleWords({ bounds, lowerIsBetter }: Pick<BenchmarkColumn, "bounds" | "lowerIsBetter">): string {
  const direction = lowerIsBetter ? "lower is better" : "higher is better";
  return bounds === undefined ? direction : `from ${bounds.min} to ${bounds.max}, ${direction}`;
}
