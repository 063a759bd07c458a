import { recall } from "../text/recall.ts";
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
  return removeArticles ? withoutArticles(text) : withArticles(text);
}

// The same short texts come again: several metrics compare them, under both profiles, and answers repeat.
const withoutArticles = recall((text) => words(plainText(text).replace(ARTICLE, " ")));
const withArticles = recall((text) => words(plainText(text)));

const plainText = (text: string): string => removePunctuation(text.toLowerCase());
const words = (text: string): string => splitWords(text).join(" ");
