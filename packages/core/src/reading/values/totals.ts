import { lazyPattern } from "../../text/lazy-pattern.ts";
import type { AskedFor } from "../quantities/asked-for.ts";
import { quantitiesIn } from "../quantities/quantities.ts";
import { namesAnother } from "../quantities/names-another.ts";
import { REFERENCE_AFTER } from "../quantities/compared-values.ts";
import { englishOf, inEnglish } from "../quantities/words-abroad.ts";

/** Whether the words around a value call it the total of what the question asks for. */
export const isTotal = (before: string, after: string, asked: AskedFor): boolean =>
  TOTAL_AFTER.test(after) ||
  (MAKES_TOTAL.test(before) && IN_POINTS.test(after)) ||
  (TOTAL_BEFORE.test(before) &&
    !REFERENCE_AFTER.test(after) &&
    !namesAnother(afterTotal(before), asked) &&
    !isTotalOfAnother(before, asked) &&
    !quantitiesIn(/total[^;\n]*$/iu.exec(before)?.[0] ?? "").some(({ name }) => !asked.quantities.has(name)));

const TOTAL_BEFORE = lazyPattern(
  String.raw`(?<!\p{L}|in )(?:total|sum|overall|altogether|grand total|in all|in total(?!\s?:)|gesamt|suma|summe|somme|somma|totale|totaal|insgesamt|итого|сумма|合计|总分|总共|总计|一共|共)(?!\p{L})(?:[^.;\n=]|\.(?=\d)){0,30}?["'([*:=|\s~≈→-]*$`,
  "iu",
);
const TOTAL_AFTER = lazyPattern(
  String.raw`^\s?(?:points?\s)?(?:in total|altogether|in all)(?!\p{L})|^\s(?:of the\s)?(?:\p{L}+\s){0,2}criteria(?:\s(?:are|is|were|was))?(?:\s(?:met|fulfilled|present|positive)|[.!]?$)`,
  "iu",
);

/** "That makes 3 of 5 points." */
const MAKES_TOTAL = lazyPattern(
  String.raw`(?<!\p{L})(?:(?:that|this|which|it all|all|together)(?: then)? (?:makes|totals|adds up to|sums to|gives)|for a total of|das (?:macht|ergibt|sind)|(?:cela|ça|ce qui) (?:fait|donne)|soit|(?:eso|esto|lo que) (?:da|suma|hace)|(?:isso|o que) (?:dá|soma|faz))\s["'(]*$`,
  "iu",
);
const IN_POINTS =
  /^\s?(?:(?:of|out of|von|sur|de|\/)\s?\d+\s?)?(?:points?|punkte?n?|pontos?|puntos?|分)(?!\p{L})|^\s(?:of|out of|von|sur|de)\s\d+(?!\s?[×*÷/])/iu;

/** "Calcio total: ", where the total is behind its noun */
function isTotalOfAnother(before: string, asked: AskedFor): boolean {
  const [, noun = ""] = /(\p{L}+)\s(?:total|totale)\s?[:=]\s?$/iu.exec(before) ?? [];
  return englishOf(noun) !== undefined && namesAnother(inEnglish(noun), asked);
}

/** "Total cholesterol is 210" is no total of the score. */
const afterTotal = (before: string): string =>
  before
    .slice(before.search(/(?<!\p{L})(?:total|sum|overall|altogether|gesamt|suma|somme)(?!\p{L})/iu))
    .replace(/^\p{L}+/u, "");
