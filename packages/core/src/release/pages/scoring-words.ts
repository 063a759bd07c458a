import { READERS } from "../../reading/readers.ts";

interface Rule {
  /** of the metric's name */
  readonly pattern: RegExp;
  readonly sentence: string;
}

/** How a metric scores one answer. The first that fits counts. */
const RULES: readonly Rule[] = [
  {
    pattern: /^exact_match$/,
    sentence: "An answer is correct if it is the same as the reference. HELM's own rule compares the whole reply.",
  },
  {
    pattern: /^quasi_exact_match$/,
    sentence:
      "An answer is correct if it is the same as the reference. Capitals, punctuation and articles make no difference.",
  },
  {
    pattern: /^(?:quasi_)?prefix_exact_match$/,
    sentence: "An answer is correct if it begins with the reference.",
  },
  {
    pattern: /^medec_error_flag_accuracy$/,
    sentence: "An answer is correct if it rightly says whether the text has an error.",
  },
  {
    pattern: /^medcalc_bench_accuracy$/,
    sentence:
      "A calculated value is correct within the limits of the data, mostly 5 % around the reference. A score, a date or an age in weeks must be the same.",
  },
  {
    pattern: /^ehr_sql_execution_accuracy$/,
    sentence:
      "A query is correct if it returns the rows of the reference's query. Where the data have no answer, a reply without a query is correct.",
  },
  {
    pattern: /^mimiciv_billing_code_f1$/,
    sentence:
      "The score compares the codes with those of the reference (F1): 1 if they are the same, 0 if none is shared.",
  },
  {
    pattern: /^health_bench/,
    sentence:
      "Judges decide which items of a rubric the answer meets. The score is the points of these items divided by all points that can be won; some items cost points.",
  },
  {
    pattern: /^physician_agreement$/,
    sentence: "The score is the share of physicians who decided as the reply does.",
  },
  {
    pattern: /^sct_score$/,
    sentence:
      "The score is the number of experts who gave this rating, divided by the number who gave the most frequent one.",
  },
  {
    pattern: /^task_success$/,
    sentence: "A task is correct if the model ended it and a program found the wanted state.",
  },
  { pattern: /^rouge/, sentence: "The score counts words that the answer shares with the reference (ROUGE)." },
  { pattern: /^bleu/, sentence: "The score counts word sequences that the answer shares with the reference (BLEU)." },
  { pattern: /^BERTScore/, sentence: "The score compares the meaning of answer and reference by a language model." },
  {
    pattern: /^f1_score$/,
    sentence: "The score counts words that the answer shares with the reference (F1): 1 if all are shared.",
  },
];

const JUDGED = "Each judge scores the answer on each criterion. The score is the mean of all of them.";

/** How a metric scores one answer, in a sentence or two; undefined for the metric of a plugin. */
export function ruleWords(metric: string, isJudged: boolean): string | undefined {
  const own = RULES.find(({ pattern }) => pattern.test(metric))?.sentence;
  return own ?? (isJudged ? JUDGED : undefined);
}

const readers = new Map<string, { readonly what: string; readonly sentence: string }>(Object.entries(READERS));

export const readerSentence = (reader: string): string | undefined => readers.get(reader)?.sentence;

/** The subject of a reader, such as "The option". */
export const readerSubject = (reader: string): string => readers.get(reader)?.what ?? reader;
