import { removePunctuation, splitWords, WORD_CHARACTER } from "./python-text.ts";

const ARTICLE = new RegExp(`(?<!${WORD_CHARACTER})(?:a|an|the)(?!${WORD_CHARACTER})`, "gu");

export interface NormalizeOptions {
  readonly removeArticles?: boolean;
}

/**
 * Normalises text: lower case, no ASCII punctuation, no "a", "an" or "the", single spaces
 * (helm/benchmark/metrics/evaluate_reference_metrics.py, after the QuAC scorer).
 * HELM: curly quotes and dashes stay, and Unicode forms are not normalised.
 */
export function normalizeText(text: string, { removeArticles = true }: NormalizeOptions = {}): string {
  const plain = removePunctuation(text.toLowerCase());
  return splitWords(removeArticles ? plain.replace(ARTICLE, " ") : plain).join(" ");
}
