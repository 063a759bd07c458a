import type { ReferenceScore } from "./exact-match.ts";
import { nGramCounts } from "./rouge.ts";
import { nltkWords } from "./text/nltk-words.ts";

/**
 * NLTK's sentence_bleu against one reference, with the whole weight on one n-gram length
 * (helm/benchmark/metrics/evaluate_reference_metrics.py).
 * HELM: bleu_4 is only the precision of 4-grams, not the geometric mean of four precisions.
 */
export const bleu1: ReferenceScore = (gold, prediction) => bleu(nltkWords(gold), nltkWords(prediction), 1);
export const bleu4: ReferenceScore = (gold, prediction) => bleu(nltkWords(gold), nltkWords(prediction), 4);

/** The smallest normal double, which NLTK uses as precision instead of 0 if at least one word is shared. */
const TINY = 2.2250738585072014e-308;

function bleu(gold: readonly string[], prediction: readonly string[], n: number): number {
  if (common(gold, prediction, 1) === 0) return 0;
  const matches = common(gold, prediction, n);
  const precision = matches === 0 ? TINY : matches / Math.max(1, prediction.length - n + 1);
  const brevity = prediction.length > gold.length ? 1 : Math.exp(1 - gold.length / prediction.length);
  return brevity * precision;
}

function common(gold: readonly string[], prediction: readonly string[], n: number): number {
  const expected = nGramCounts(gold, n);
  let count = 0;
  for (const [gram, times] of nGramCounts(prediction, n)) count += Math.min(times, expected.get(gram) ?? 0);
  return count;
}
