import type { Site } from "../release/site.ts";
import { type BenchmarkColumn, benchmarkColumn } from "./column.ts";

/** A metric by its name in files. */
export interface Metric {
  readonly metric: string;
  /** its short name in tables, e.g. "EM" */
  readonly displayName: string;
  /** whether it is the mean of judges' scores */
  readonly isJudged: boolean;
}

/** A metric in the words of the glossary. */
export interface MetricName {
  readonly name: string;
  /** the id of its entry in the glossary */
  readonly term?: string;
}

interface Kind {
  readonly pattern: RegExp;
  readonly name: string;
  /** what the number is */
  readonly words: string;
  readonly term?: string;
}

const JUDGED = { name: "Judges' scores", words: "Mean of the judges' scores", term: "judge" };

const KINDS: readonly Kind[] = [
  {
    pattern: /^(?:quasi_)?(?:prefix_)?exact_match$/,
    name: "Answer matches exactly",
    words: "Share of answers that match exactly",
    term: "answer-matches-exactly",
  },
  {
    pattern: /^rouge/,
    name: "Shared words (ROUGE)",
    words: "Words shared with the reference answer",
    term: "rouge",
  },
  { pattern: /^BERTScore/, name: "Likeness of meaning", words: "Likeness of meaning to the reference answer" },
  {
    pattern: /f1(?:_score)?$/,
    name: "Overlap (F1)",
    words: "Overlap of what is given with what is expected (F1)",
    term: "f1",
  },
  {
    pattern: /execution_accuracy$/,
    name: "Expected rows returned",
    words: "Share of queries that return the expected rows",
  },
  {
    pattern: /error_flag_accuracy$/,
    name: "Errors reported or ruled out",
    words: "Share of texts whose error is reported or correctly ruled out",
  },
  { pattern: /accuracy$/, name: "Right answers", words: "Share of right answers" },
  { pattern: /^inference_runtime$/, name: "Seconds an answer", words: "Seconds from the request to the answer" },
  { pattern: /^num_instances$/, name: "Questions asked", words: "Number of questions asked" },
  {
    pattern: /^num_train_instances$/,
    name: "Examples in the prompt",
    words: "Number of solved examples in the prompt",
  },
  { pattern: /^prompt_truncated$/, name: "Share of prompts cut", words: "Share of prompts that were too long and cut" },
  { pattern: /^num_prompt_tokens$/, name: "Tokens read", words: "Tokens of the prompt" },
  { pattern: /^num_output_tokens$/, name: "Tokens written", words: "Tokens of the answer" },
];

/** HELM's schema calls a jury's metric "Jury Score", also where an imported run names no judge. Its name in files ends with "accuracy". */
const isOfJury = ({ isJudged, displayName }: Metric): boolean => isJudged || /\bjury\b/i.test(displayName);

const kindOf = (metric: Metric): Omit<Kind, "pattern"> | undefined =>
  isOfJury(metric) ? JUDGED : KINDS.find(({ pattern }) => pattern.test(metric.metric));

export const metricOf = ({ column, isJudged }: Pick<BenchmarkColumn, "column" | "isJudged">): Metric => ({
  metric: column.metric,
  displayName: column.metricDisplayName,
  isJudged,
});

/** The main metric of a benchmark in plain words. */
export const metricWords = (metric: Metric): string => kindOf(metric)?.words ?? metric.displayName;

/** The name of a metric; one without an entry keeps its short name. */
export function metricName(metric: Metric): MetricName {
  const kind = kindOf(metric);
  if (kind === undefined) return { name: metric.displayName };
  return { name: kind.name, ...(kind.term === undefined ? {} : { term: kind.term }) };
}

/** The main metric of a run. */
export function runMetric(
  site: Site,
  run: { benchmark: string; mainMetric: string; judges: readonly unknown[] },
): Metric {
  const { benchmark, mainMetric } = run;
  const columns = site.leaderboard.tables.flatMap((table) => table.columns);
  const column = columns.find(({ group, metric }) => group === benchmark && metric === mainMetric);
  const whole = benchmarkColumn(site, benchmark);
  return {
    metric: mainMetric,
    displayName: column?.metricDisplayName ?? mainMetric,
    isJudged: run.judges.length > 0 || (whole?.column.metric === mainMetric && whole.isJudged),
  };
}

/** "from 0 to 1, higher is better" */
export function scaleWords({ bounds, lowerIsBetter }: Pick<BenchmarkColumn, "bounds" | "lowerIsBetter">): string {
  const direction = lowerIsBetter ? "lower is better" : "higher is better";
  return bounds === undefined ? direction : `from ${bounds.min} to ${bounds.max}, ${direction}`;
}
