import type { ReferenceScore } from "./exact-match.ts";
import { normalizeText } from "./normalize-text.ts";
import { splitWords } from "./python-text.ts";

/** F1 over the sets of normalised words (NLTK's f_measure, alpha 0.5); 0 if either is empty. */
export const f1Score: ReferenceScore = (gold, prediction) => {
  const expected = new Set(splitWords(normalizeText(gold)));
  const found = new Set(splitWords(normalizeText(prediction)));
  const common = [...expected].filter((word) => found.has(word)).length;
  if (common === 0) return 0;
  return 1 / (0.5 / (common / found.size) + 0.5 / (common / expected.size));
};
