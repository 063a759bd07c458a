import { type LazyPattern, lazyPattern, matchesOf } from "../../text/lazy-pattern.ts";
import type { ValuePlace } from "../values/value-place.ts";

const MONTHS: readonly string[] = [
  "jan|january|januar|janvier|enero|janeiro|ene|gennaio|januari|января|يناير",
  "feb|february|februar|février|febrero|fevereiro|febbraio|februari|февраля|فبراير",
  "mar|march|märz|mars|marzo|março|maart|марта|مارس",
  "apr|april|avril|abril|abr|aprile|апреля|أبريل|ابريل",
  "may|mai|mayo|maio|maggio|mei|мая|مايو",
  "jun|june|juni|juin|junio|junho|giugno|июня|يونيو",
  "jul|july|juli|juillet|julio|julho|luglio|июля|يوليو",
  "aug|august|août|agosto|ago|augustus|августа|أغسطس|اغسطس",
  "sept?|september|septembre|septiembre|setembro|set|settembre|сентября|سبتمبر",
  "oct|october|oktober|okt|octobre|octubre|outubro|out|ottobre|октября|أكتوبر|اكتوبر",
  "nov|november|novembre|noviembre|novembro|ноября|نوفمبر",
  "dec|december|dezember|dez|décembre|diciembre|dezembro|dic|dicembre|декабря|ديسمبر",
];
const MONTH = `(?:${MONTHS.join("|")})\\.?`;
const YEAR = "(\\d{4})(?!\\d)";
const DAY = "(\\d{1,2})(?:st|nd|rd|th|er|º|\\.)?";
const FORMS: readonly (readonly [RegExp | LazyPattern, "ymd" | "mdy" | "dmy"])[] = [
  [/(?<![\d/.-])(\d{4})\s?([/.-])\s?(\d{1,2})\s?\2\s?(\d{1,2})(?!\d)/g, "ymd"],
  [/(?<!\d)(\d{4})\s?(年)\s?(\d{1,2})\s?月\s?(\d{1,2})\s?日?/g, "ymd"],
  [/(?<!\d)((?:19|20)\d\d)()(\d\d)(\d\d)(?!\d)/g, "ymd"],
  [/(?<![\d/.-])(\d{1,2})\s?([/.-])\s?(\d{1,2})\s?\2\s?(\d{4}|\d{2})(?![\d/])/g, "mdy"],
  [lazyPattern(`(?<!\\p{L})(${MONTH})()\\s?(?:the\\s)?${DAY},?\\s(?:of\\s)?${YEAR}`, "iu"), "mdy"],
  [lazyPattern(`(?<!\\d)${DAY}()\\s?(?:of\\s|de\\s)?[-\\s]?(${MONTH}),?[-\\s](?:of\\s|de\\s)?${YEAR}`, "iu"), "dmy"],
];

/** Finds the dates of a text, as YYYY-MM-DD. A date of numbers alone is in the order of ISO or has its month first; 14.08.2023 can only have its day first. */
export function datePlaces(text: string): ValuePlace<string>[] {
  const found: ValuePlace<string>[] = [];
  for (const [form, order] of FORMS)
    for (const match of matchesOf(form, text)) {
      const [first = "", mark, second = "", third = ""] = match.slice(1);
      const [year, month, day] =
        order === "ymd" ? [first, second, third] : order === "mdy" ? [third, first, second] : [third, second, first];
      const value = isoDate(year, month, day) ?? (mark === "." ? isoDate(year, day, month) : undefined);
      const from = match.index;
      if (value !== undefined) found.push({ value, from, to: from + match[0].length });
    }
  const dates = withoutOverlaps(found.toSorted((a, b) => a.from - b.from || b.to - a.to));
  return alternatives(
    text,
    dates.filter(({ to }) => !OPERAND_AFTER.test(text.slice(to, to + 24))),
  );
}

/** A step goes on with the date: "12/14/2023 + 7 days". */
const OPERAND_AFTER = lazyPattern(
  String.raw`^,?\s?(?:(?:\+|plus\s|and add\s)\s?(?:\d{1,3}|an?|one|seven|nine)\s(?:days?|weeks?|months?|years?)|(?:[-–]|minus\s|less\s)\s?(?:\d{1,2}|three)\smonths?)(?!\p{L})`,
  "iu",
);

function withoutOverlaps(places: readonly ValuePlace<string>[]): ValuePlace<string>[] {
  const kept: ValuePlace<string>[] = [];
  for (const place of places) if (place.from >= (kept.at(-1)?.to ?? 0)) kept.push(place);
  return kept;
}

const BETWEEN =
  /^\s?(?:or|to|and|-|–|—|through|until|oder|und|o|ou|et|y|e|bis|au|al|a|até|或|至|到)\s?(?:the |le |el |dem |den |o )?$/iu;
/** "between December 18 and ", "18 – ", "18. bis ": a range whose first date is short */
const RANGE_BEFORE =
  /(?<!\p{L})(?:between|anywhere from|zwischen|entre(?: le| el| o)?)\s[^.;:\n]{0,3}[^;:\n]{1,30}?\s(?:and|und|et|y|e)\s(?:the |le |el |dem |den |o )?$|(?<![\d/.-])\d{1,2}(?:st|nd|rd|th|\.|er)?\s?(?:-|–|—|to|or|bis|oder|au|ou|al|o|a)\s?$/iu;
/** "2023年12月18日至24日" */
const RANGE_AFTER = /^\s?(?:至|到|-|–|~)\s?\d{1,2}\s?日/u;
const BOUND =
  /(?<!\p{L})(?:before|after|by|between|no later than|not before|since|week (?:of|starting|beginning|commencing)|woche (?:vom|ab)|semaine du|semana del?)\s?$/iu;

/** Joins two dates side by side, which are a range or alternatives. */
function alternatives(text: string, places: readonly ValuePlace<string>[]): ValuePlace<string>[] {
  const joined: ValuePlace<string>[] = [];
  for (const place of places) {
    const last = joined.at(-1);
    const between = last === undefined ? "" : text.slice(last.to, Math.min(place.from, last.to + 20));
    if (
      last !== undefined &&
      last.to + between.length === place.from &&
      BETWEEN.test(between) &&
      last.value !== place.value
    )
      joined[joined.length - 1] = { ...last, value: undefined, to: place.to };
    else
      joined.push(
        BOUND.test(text.slice(Math.max(0, place.from - 20), place.from)) ||
          RANGE_AFTER.test(text.slice(place.to, place.to + 12)) ||
          RANGE_BEFORE.test(text.slice(Math.max(0, place.from - 60), place.from))
          ? { ...place, value: undefined }
          : place,
      );
  }
  return joined;
}

function isoDate(year: string, month: string, day: string): string | undefined {
  const y = year.length === 2 ? 2000 + Number(year) : Number(year);
  const m = /^\d+$/.test(month) ? Number(month) : monthOf(month);
  const d = Number(day);
  const date = new Date(0);
  date.setUTCFullYear(y, m - 1, d);
  if (m < 1 || m > 12 || y < 1 || date.getUTCDate() !== d || date.getUTCMonth() !== m - 1) return undefined;
  return date.toISOString().slice(0, 10);
}

const monthOf = (name: string): number =>
  1 + MONTHS.findIndex((names) => new RegExp(`^(?:${names})\\.?$`, "iu").test(name));
