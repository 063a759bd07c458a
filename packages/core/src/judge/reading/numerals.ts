import { VALUES_ABROAD } from "../../reading/numbers/number-words-abroad.ts";

const ABROAD = new RegExp(
  `(?<!\\p{L})(?:${[...VALUES_ABROAD.keys()].toSorted((a, b) => b.length - a.length).join("|")})(?!\\p{L})`,
  "giu",
);
const ROMAN: Readonly<Record<string, number>> = { II: 2, III: 3, IV: 4, V: 5, VI: 6, VII: 7, VIII: 8, IX: 9, X: 10 };
const HAN = "〇一二三四五六七八九十";

/** Writes numbers in words of several languages, Roman and Chinese numerals and rows of stars as digits. */
export const withDigits = (text: string): string =>
  text
    .replace(/[★⭐]+/gu, (stars) => ` ${stars.length} `)
    .replace(/(?<![\p{L}\d])[IVX]{1,4}(?![\p{L}\d])/gu, (roman) => String(ROMAN[roman] ?? roman))
    .replace(
      /(?<!\p{Script=Han})[一二三四五六七八九十](?=分|\P{Script=Han}|$)|(?<=[是为得])[一二三四五六七八九十]/gu,
      (han) => String(HAN.indexOf(han)),
    )
    .replace(ABROAD, (word) => String(VALUES_ABROAD.get(word.toLowerCase()) ?? word));
