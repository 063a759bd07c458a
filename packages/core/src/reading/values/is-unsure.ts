import { isWeaker, type Strength } from "../commitments/commitment.ts";
import { NEAR } from "./value-context.ts";

/** Whether a weak place may be an input or a step on the way. `least`: the least strength that counts in a text that stops early. */
export function isUnsure(text: string, strength: Strength, least: Strength | undefined): boolean {
  if (isBelow(strength) && CUT_OFF.test(text.slice(-NEAR))) return true;
  if (isWeaker(strength, "leads") && CUT_IN_FORMULA.test(text.slice(-NEAR))) return true;
  return least !== undefined && isWeaker(strength, least);
}

const isBelow = (strength: Strength): boolean => isWeaker(strength, "total");
/** The text ends within a formula or before its result: "240 / 3 =", "240 / 3", "Diabetes →". */
const CUT_IN_FORMULA =
  /(?:[=×*÷/+√(→⇒➜]|[-=]>)\s*$|(?:^|\n|[=:]\s)[^\n=≈\p{L}]*(?:\d|\))\s[×*÷/+-]\s[\d(][^\n=≈\p{L}]*$/u;
/** The last word is one that cannot end a text. */
const CUT_OFF =
  /(?:^|[\s.])(?:the|an?|next|then|so|thus|now|therefore|hence|and|or|for|with|using|this|we|i|in|to|of|is|are|it|step \d*:?|first|finally|her|his|by|add|subtract|multiply|divide|plus|minus|times)\s*$/iu;
