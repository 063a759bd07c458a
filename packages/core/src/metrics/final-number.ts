import { exactMatch, type ReferenceScore } from "./exact-match.ts";

// HELM: the point is not escaped, so any character may separate the integer from its decimals.
const NUMBER = /-?[\p{Nd},]+(?:[^\n]\p{Nd}+)?/gu;

/** 1 if gold and prediction end with the same number text, ignoring thousands separators. */
export const finalNumberExactMatch: ReferenceScore = (gold, prediction) =>
  exactMatch(finalNumber(gold), finalNumber(prediction));

function finalNumber(text: string): string {
  return text.match(NUMBER)?.at(-1)?.replaceAll(",", "") ?? "";
}
