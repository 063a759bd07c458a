import { type LazyPattern, lazyPattern, matchesOf } from "../../text/lazy-pattern.ts";
import { NUMBER_WORD, wordValue } from "../numbers/number-words.ts";
import type { ValuePlace } from "../values/value-place.ts";

/** [weeks, days] */
export type WeeksAndDays = readonly [weeks: number, days: number];

const WEEK =
  "(?:weeks?|wks?|w|ssw|sa|semanas?|semaines?|wochen?|settiman[ae]|weken|недел[яиью]|недель|周|週|주|أسابيع)(?:\\(s\\))?";
const DAYS = "(?:days?|d|días?|dias?|jours?|tagen?|tage?|giorn[io]|dag(?:en)?|день|дня|дней|天|日|일)(?:\\(s\\))?";
const NUMBER = `(\\d{1,3}|${NUMBER_WORD})`;
/** A letter of a script that puts spaces between words. */
const SPACED = "[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}\\p{Script=Arabic}]";
const FORMS: readonly (RegExp | LazyPattern)[] = [
  lazyPattern(
    `(?<![\\d.,/]|${SPACED})${NUMBER}["']?[\\s-]?${WEEK}(?!${SPACED})["')]{0,2}[\\s,;&+(]*(?:(?:and|plus|y|et|und|en|и|e|remainder|rest|with)\\s|零|又|加|と|和)?\\s?["'(]{0,2}${NUMBER}["']?[\\s-]?${DAYS}(?!${SPACED})`,
    "iu",
  ),
  lazyPattern(
    `(?<!\\p{L})weeks?(?:\\s(?:of\\s)?(?:gestation|pregnancy))?["']?\\s?[:=]\\s?(\\d{1,3})[\\s,;|]{1,3}(?:and\\s)?["']?(?:\\p{L}{1,15}[\\s_]){0,3}days?["']?\\s?[:=]\\s?(\\d{1,3})(?!\\d)`,
    "iu",
  ),
  /(?<![\d.,/])(\d{1,3})(?:\s|\s?\+\s?)(\d)\/7(?!\d)(?:\s?(?:weeks?|wks?|w)(?!\p{L}))?/giu,
  /(?<![\d.,/+])(\d{1,3})\s?\+\s?(\d{1,2})(?![\d+/]|\.\d)(?:\s?(?:weeks?|wks?|w)(?!\p{L}))?/giu,
  /(?<![\d.,/])(\d{1,3})()[⁺]([⁰¹²³⁴⁵⁶])/gu,
  /[([]\s?["']?(\d{1,3})["']?\s?[,;]\s?["']?(\d{1,3})["']?\s?[)\]]/g,
  /^\s*(\d{1,3})\s?[,;\s]\s?(\d{1,2})\.?\s*$/g,
];
/** "20周+4", "144 ÷ 7 = 20 R 4" */
const SHORT_FORMS: readonly (RegExp | LazyPattern)[] = [
  lazyPattern(`(?<![\\d.,/])${NUMBER}\\s?${WEEK}\\s?\\+\\s?(\\d)(?![\\d+/])(?!\\s?${WEEK})`, "iu"),
  /(?<=[÷:/]\s?7\s?[=≈]\s?)(\d{1,3})\s?(?:weeks?\s)?,?\s?(?:R|rem(?:ainder)?|rest|reste|resto|余)\.?\s?(\d)(?!\d)/giu,
];
const DAYS_FIRST = lazyPattern(
  `(?<![\\d.,/\\p{L}])${NUMBER}\\s?${DAYS}(?!\\p{L})[\\s,;&+]*(?:(?:and|plus|y|et|und|e)\\s)?${NUMBER}\\s?${WEEK}(?!\\p{L})`,
  "iu",
);
/** "days: 3, weeks: 19" */
const LABELLED_DAYS_FIRST = lazyPattern(
  String.raw`(?<!\p{L})days?["']?\s?[:=]\s?(\d{1,2})[\s,;|]{1,3}(?:and\s)?["']?(?:\p{L}{1,15}\s){0,3}weeks?(?:\s(?:of\s)?(?:gestation|pregnancy))?["']?\s?[:=]\s?(\d{1,3})(?!\d)`,
  "iu",
);
const WEEKS_ONLY = lazyPattern(`(?<![\\d.,/+-]|${SPACED})${NUMBER}\\s?${WEEK}(?!${SPACED})`, "iu");
const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶";
/** "the 28-week visit", "two weeks ago" */
const SPAN_AFTER = /^(?:-|\s(?:visit|scan|ago|later|earlier|before|until|remaining|left|appointment))/iu;
const RANGE_BETWEEN = /^\s?(?:-|–|to|or|and|bis|oder)\s?$/iu;
const BOUND_BEFORE =
  /(?:[<>≤≥±]|(?<!\p{L})(?:almost|nearly|just over|just under|between \d+ and|at least|at most|more than|less than|over|under|about to|up to|between)|\d\s?(?:or|to|oder|bis|-|–|—))\s?$/iu;

/** Finds spans of weeks and days: "27 weeks and 4 days", "27w4d", "27+4", "27 4/7", "(27, 4)". Weeks alone have 0 days. */
export function weekPlaces(text: string): readonly ValuePlace<WeeksAndDays>[] {
  const found: ValuePlace<WeeksAndDays>[] = [];
  for (const form of [...FORMS, ...SHORT_FORMS])
    for (const match of matchesOf(form, text)) {
      const [weeks = "", a = "", b = ""] = match.slice(1);
      const days = b === "" ? wordValue(a) : SUPERSCRIPTS.indexOf(b);
      add(found, text, match, [wordValue(weeks), days]);
    }
  for (const match of WEEKS_ONLY.matchAll(text)) add(found, text, match, [wordValue(match[1] ?? ""), 0]);
  for (const match of [...DAYS_FIRST.matchAll(text), ...LABELLED_DAYS_FIRST.matchAll(text)])
    add(found, text, match, [wordValue(match[2] ?? ""), wordValue(match[1] ?? "")]);
  return withoutOverlaps(
    text,
    found.toSorted((a, b) => a.from - b.from || b.to - a.to),
  );
}

/** Keeps the longest of the places at one point, and joins the two ends of a range. */
function withoutOverlaps(
  text: string,
  places: readonly ValuePlace<WeeksAndDays>[],
): readonly ValuePlace<WeeksAndDays>[] {
  const kept: ValuePlace<WeeksAndDays>[] = [];
  for (const place of places) {
    const last = kept.at(-1);
    if (place.from < (last?.to ?? 0)) continue;
    const between = last === undefined ? "" : text.slice(last.to, Math.min(place.from, last.to + 20));
    if (last !== undefined && last.to + between.length === place.from && RANGE_BETWEEN.test(between))
      kept[kept.length - 1] = { ...last, value: undefined, to: place.to };
    else kept.push(place);
  }
  return kept;
}

function add(found: ValuePlace<WeeksAndDays>[], text: string, match: RegExpExecArray, value: WeeksAndDays): void {
  const lead = match[0].length - match[0].trimStart().length;
  const [from, to] = [match.index + lead, match.index + match[0].length];
  if (SPAN_AFTER.test(text.slice(to, to + 20))) return;
  const isBound = BOUND_BEFORE.test(text.slice(Math.max(0, from - 20), from));
  found.push({ value: isBound ? undefined : value, from, to });
}
