import { lazyPattern } from "../../text/lazy-pattern.ts";
import { isCorrectedFor } from "./corrected-for.ts";
import type { Literal } from "./literal.ts";
import { afterUnit, OPERAND_AFTER } from "./operands.ts";
import { REACH, textBefore } from "./text-before.ts";
import { UNIT } from "./unit-pattern.ts";

const BOUND_BEFORE = lazyPattern(
  String.raw`(?:(?<![-=])[<>≤≥≦≧≮≯⩽⩾≠±]=?|(?<!\p{L})(?:at least|at most|no (?:more|less|fewer) than|not (?:more|less) than|(?:more|less|fewer|greater|higher|lower|larger|smaller) than(?: or equal to)?|above|below|exceeds|exceeding|under|over|(?<!adds |sums |comes |add )up to|beyond|minimum of|maximum of|(?:menor|mayor|menos|más|inferior|superior|maior|mais|inferiore|superiore)\s(?:del?|que|al?)|inférieure?s? à|supérieure?s? à|au-dess[uo]u?s de|(?:kleiner|größer|weniger|mehr) als|moins de|plus de|mindestens|höchstens|über|unter))\s?$`,
  "iu",
);
const BOUND_AFTER = lazyPattern(
  `^(?:\\s?(?:${UNIT})?\\s?[<>≤≥≦≧]=?\\s?\\p{L}|\\+(?!\\s?[\\d(])|\\s?(?:${UNIT})?\\s?(?:or|and|oder|o|ou)\\s(?:more|less|higher|lower|greater|above|below|over|under|fewer|mehr|más|plus)(?!\\p{L})|\\s?(?:${UNIT})?\\s?at (?:most|least)(?!\\p{L}))`,
  "iu",
);

/** Whether a number is a bound: "at least 60", "> 90", "5 or more". */
export const isBound = (before: string, after: string): boolean =>
  BOUND_BEFORE.test(before) || BOUND_AFTER.test(after.split(/\n|\.\s/u, 1)[0] ?? "");
/** Between the ends of a range, and between alternatives. */
const RANGE_BETWEEN = lazyPattern(`^\\s?(?:${UNIT})?\\s?(?:-|–|—|~|to|through|until|bis|a|à|至|到|か?ら)\\s?$`, "iu");
/** "rises from 8.1 to 9.4" */
const CHANGES_BEFORE = lazyPattern(
  String.raw`(?<!\p{L})(?:ris(?:es|ing)|rose|falls?|fell|falling|goes|went|changes?|increases?|decreases?|corrects?|drops?|climbs?|(?:increas|decreas|chang|correct|adjust|dropp)ed)\s(?:\p{L}+\s)?from\s$`,
  "iu",
);
const AND_BETWEEN = lazyPattern(`^\\s?(?:${UNIT})?\\s?(?:and|und|y|et|e)\\s$`, "iu");
const BETWEEN_BEFORE = /(?<!\p{L})(?:between|from|zwischen|entre|tra)\s?$/iu;
const OR_BETWEEN = /^(?:\s?(?:or|oder|o|ou|vs\.?|或|または)\s?(?:maybe |possibly |perhaps |even )?|\s?[,;]\s?)$/iu;

/** The index of the last number of a range, a list or alternatives that begin at literals[i], or i. */
export function endOfRange(text: string, literals: readonly Literal[], i: number): number {
  let last = i;
  for (let next = i + 1; next < literals.length; next++) {
    const [a, b] = [literals[next - 1], literals[next]];
    if (a === undefined || b === undefined || b.from - a.to > 40) break;
    const between = text.slice(a.to, b.from);
    // "corrected for an albumin of 2.0, 9.6"
    const isOr = OR_BETWEEN.test(between) && a.value !== b.value && !isCorrectedFor(textBefore(text, a.from));
    if (!isOr && !isRange(text, a, b, between)) break;
    const rest = afterUnit(text.slice(b.to, b.to + REACH));
    const isOfSum = OPERAND_AFTER.test(rest) || rest.startsWith("=");
    if (isOfSum && (!isOr || between.includes(";") || /[=≈]\s?$/.test(textBefore(text, a.from)))) break;
    last = next;
  }
  return last;
}

/** Whether two numbers are the ends of a range: "45-50", "between 45 and 50", but not "rises from 8.1 to 9.4". */
function isRange(text: string, a: Literal, b: Literal, between: string): boolean {
  const before = textBefore(text, a.from);
  if (AND_BETWEEN.test(between)) return BETWEEN_BEFORE.test(before);
  if (!RANGE_BETWEEN.test(between) || (between.includes("to") && CHANGES_BEFORE.test(before))) return false;
  return a.value < b.value || !between.includes("-");
}
