import type { ReferenceScore } from "./exact-match.ts";
import { lcsLength } from "./text/lcs-length.ts";
import { porterStem } from "./text/porter-stemmer.ts";

/**
 * ROUGE F-measures like HELM's, from rouge-score 0.1.2 with use_stemmer (helm/benchmark/metrics/evaluate_reference_metrics.py).
 * ROUGE-L treats the text as one sentence: line breaks are ignored.
 */
export const rouge1: ReferenceScore = (gold, prediction) => rougeN(rougeTokens(gold), rougeTokens(prediction), 1);
export const rouge2: ReferenceScore = (gold, prediction) => rougeN(rougeTokens(gold), rougeTokens(prediction), 2);
export const rougeL: ReferenceScore = (gold, prediction) => longestCommon(rougeTokens(gold), rougeTokens(prediction));

export interface Rouge {
  readonly rouge_1: number;
  readonly rouge_2: number;
  readonly rouge_l: number;
}

/** Computes all three from tokens of rougeTokens, so that each text is stemmed once. */
export function rouge(gold: readonly string[], prediction: readonly string[]): Rouge {
  return {
    rouge_1: rougeN(gold, prediction, 1),
    rouge_2: rougeN(gold, prediction, 2),
    rouge_l: longestCommon(gold, prediction),
  };
}

const STEMMED_FROM = 4;
const MAX_KNOWN_STEMS = 50_000;
const stems = new Map<string, string>();

/** Splits lower-case text into runs of a-z and 0-9 (accented letters split words) and stems runs of more than three characters. */
export function rougeTokens(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.map((word) => (word.length < STEMMED_FROM ? word : knownStem(word)));
}

function knownStem(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  if (stems.size >= MAX_KNOWN_STEMS) stems.clear();
  const stem = porterStem(word);
  stems.set(word, stem);
  return stem;
}

function rougeN(gold: readonly string[], prediction: readonly string[], n: number): number {
  const expected = nGramCounts(gold, n);
  let common = 0;
  for (const [gram, count] of nGramCounts(prediction, n)) common += Math.min(count, expected.get(gram) ?? 0);
  return fMeasure(common, Math.max(1, prediction.length - n + 1), Math.max(1, gold.length - n + 1));
}

/** The words must not contain spaces. */
export function nGramCounts(tokens: readonly string[], n: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let at = 0; at + n <= tokens.length; at++) {
    const gram = n === 1 ? (tokens[at] ?? "") : tokens.slice(at, at + n).join(" ");
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}

function longestCommon(gold: readonly string[], prediction: readonly string[]): number {
  if (gold.length === 0 || prediction.length === 0) return 0;
  return fMeasure(lcsLength(gold, prediction), prediction.length, gold.length);
}

function fMeasure(common: number, predicted: number, expected: number): number {
  if (common === 0) return 0;
  const precision = common / predicted;
  const recall = common / expected;
  return (2 * precision * recall) / (precision + recall);
}
