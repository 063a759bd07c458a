import { normalizeText } from "./normalize-text.ts";
import { strip } from "./python-text.ts";

/** HELM's exact-match family (helm/benchmark/metrics/evaluate_reference_metrics.py): 1 or 0; an empty prediction is 0. */
export type ReferenceScore = (gold: string, prediction: string) => number;

export const exactMatch = unlessEmpty((gold, prediction) => strip(gold) === strip(prediction));

export const quasiExactMatch = unlessEmpty((gold, prediction) => normalizeText(gold) === normalizeText(prediction));

export const quasiLeaveArticlesExactMatch = unlessEmpty(
  (gold, prediction) =>
    normalizeText(gold, { removeArticles: false }) === normalizeText(prediction, { removeArticles: false }),
);

export const prefixExactMatch = unlessEmpty((gold, prediction) => strip(prediction).startsWith(strip(gold)));

/** HELM: every prediction matches a gold of articles only ("A", "the"), and "no" matches "Not". */
export const quasiPrefixExactMatch = unlessEmpty((gold, prediction) =>
  normalizeText(prediction).startsWith(normalizeText(gold)),
);

/**
 * Profile `corrected`: a gold that normalises to nothing (only articles or punctuation) must not match every reply. The two texts are then
 * compared with their articles, or unchanged if that is still empty.
 */
export const withEmptyGold =
  (score: ReferenceScore): ReferenceScore =>
  (gold, prediction) => {
    if (normalizeText(gold) !== "") return score(gold, prediction);
    const isPunctuation = normalizeText(gold, { removeArticles: false }) === "";
    return isPunctuation ? exactMatch(gold, prediction) : quasiLeaveArticlesExactMatch(gold, prediction);
  };

/** Compares the text after the last space of each. */
export const exactMatchIndicator: ReferenceScore = (gold, prediction) =>
  exactMatch(strip(gold.split(" ").at(-1) ?? ""), strip(prediction.split(" ").at(-1) ?? ""));

function unlessEmpty(matches: (gold: string, prediction: string) => boolean): ReferenceScore {
  return (gold, prediction) => (prediction !== "" && matches(gold, prediction) ? 1 : 0);
}
