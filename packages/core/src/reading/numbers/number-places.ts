import { lazyPattern } from "../../text/lazy-pattern.ts";
import { isClassOfLine, legendOf } from "./class-legends.ts";
import { literalsOf } from "./number-literals.ts";
import type { Literal } from "./literal.ts";
import type { NumberKind } from "./number-kind.ts";
import { endOfRange, isBound } from "./number-ranges.ts";
import { isOperand } from "./operands.ts";
import { REACH, textBefore } from "./text-before.ts";
import type { ValuePlace } from "../values/value-place.ts";

/** Times are inputs. */
const TIME_AFTER = lazyPattern(
  String.raw`^\s(?:premi(?:ers|ères)|suivante?s|primer[oa]s|siguientes|primeir[oa]s|seguintes)(?!\p{L})|^\s(?:components?|items|variables|parameters|factors|questions|domains|organ systems)(?!\p{L})|^[\s-]?(?:years?|yrs?|y/?o|months?|mo|days?|weeks?|wks?|hours?|hrs?|h|minutes?|mins?|seconds?|años|ans|jahre|mois|meses|monate?n?|semaines|semanas|wochen|jours|días|dias|tage?n?|heures|horas|stunden|minutos|minuten|岁|歳)(?!\p{L}|/)`,
  "iu",
);
const SUM_BEFORE = /[+×*÷/√−^-]\s?[\d(][^\n=]{0,60}[=≈]\s?[~≈]?\s?$/;
const MAXIMUM_BEFORE = lazyPattern(
  String.raw`(?:(?<!\p{L}-?\d{0,2})\d\)?|(?<!\p{L})(?:one|two|three|four|five|six|seven|eight|none|all))\s?(?:points?\s|criteria\s)?(?:out\sof|of)\s(?:an?\s|the\s)?(?:(?:possible|maximum|total)\s)*(?:of\s)?$|\d\s?/\s?$`,
  "iu",
);
/** "The score consists of 12 variables; the maximum is 71" */
const DESCRIBES_BEFORE = lazyPattern(
  String.raw`(?<!\p{L})(?:(?:score|scale|index|tool|system|skala|escala|échelle|puntuación|pontuação)(?!\p{L})[^.;:\d]{0,20}\s(?:consists of|comprises|is (?:made up|composed|comprised|built) of|besteht aus|consta de|se compone de|se compose de|comprend|consiste em|é compost[oa] (?:por|de))\s(?:(?:the|up to|a total of|die|las?|los|les)\s)?|(?:the|its|das|el|le|la|o)\s(?:(?:theoretical|possible)\s)?(?:maximum|minimum|max|máximo|mínimo)\s(?:is|being|ist|es|est|é)\s)$`,
  "iu",
);

/** Finds the numbers of a text that may be values: not parts of names, units, dates, lists and arithmetic. A range or a bound has no value. */
export function numberPlaces(text: string, kind: NumberKind): readonly ValuePlace<number>[] {
  const literals = literalsOf(text, kind);
  const places: ValuePlace<number>[] = [];
  const classes: Literal[][] = [];
  for (let i = 0; i < literals.length; i++) {
    const one = literals[i];
    if (one === undefined) break;
    const last = endOfRange(text, literals, i);
    if (last > i) {
      const to = literals[last]?.to ?? one.to;
      if (!kind.isScore || !PERCENT.test(text.slice(to, to + REACH)))
        places.push({ value: undefined, from: one.from, to });
      classes.push(literals.slice(i, last + 1));
      i = last;
      continue;
    }
    const place = placeOf(text, one, kind);
    if (place === undefined) continue;
    places.push(place);
    if (place.value === undefined || isClassOfLine(text, one)) classes.push([one]);
  }
  const legend = legendOf(text, classes);
  return withoutLegend(places, legend, kind, text);
}

function withoutLegend(
  all: readonly ValuePlace<number>[],
  legend: ReadonlySet<number>,
  kind: NumberKind,
  text: string,
): readonly ValuePlace<number>[] {
  const places = all.filter(({ from }) => !legend.has(from));
  return kind.isPercentage && !kind.isScore ? percentFirst(text, places) : places;
}

/** Where a percentage is requested, other numbers count only without one. */
function percentFirst(text: string, places: readonly ValuePlace<number>[]): readonly ValuePlace<number>[] {
  const isPercent = ({ from, to }: ValuePlace<number>) => PERCENT_END.test(text.slice(from, to));
  if (!places.some((place) => place.value !== undefined && isPercent(place))) return places;
  return places.map((place) => (isPercent(place) ? place : { ...place, isDoubtful: true }));
}

const PERCENT_END = /\p{L}$|%$/u;
const PERCENT = lazyPattern(String.raw`^\s?(?:%|percent(?!\p{L})|per cent(?!\p{L})|por ciento|prozent)`, "iu");

function placeOf(text: string, { value, from, to }: Literal, kind: NumberKind): ValuePlace<number> | undefined {
  const before = textBefore(text, from);
  const after = text.slice(to, to + REACH);
  if (isPart(before, after, kind)) return undefined;
  if (Number.isNaN(value) || isBound(before, after)) return { value: undefined, from, to };
  const percent = PERCENT.exec(after)?.[0] ?? "";
  if (percent !== "" && kind.isScore) return undefined;
  return {
    value: percent !== "" && !kind.isPercentage ? value / 100 : value,
    from,
    to: to + percent.length,
    isSum: SUM_BEFORE.test(before),
    isDoubtful: percent === "" && isYear(text.slice(from, to), after),
  };
}

const isYear = (digits: string, after: string): boolean =>
  /^(?:19|20)\d\d$/.test(digits) &&
  !/^\s?(?:%|µ|m[lgmcEsq]|k?g(?!\p{L})|L(?!\p{L})|cells|kcal|points?|units?|IU|MME)/iu.test(after);
/** "4/10", but no division. */
const OF_MAXIMUM = /^\s?\/\s?\d+(?:\.\d+)?(?!\d|\.\d|\s?[×*÷/^+=-]\s?[\d(])/;

/** Whether a number is a maximum, an operand or a time. */
function isPart(before: string, after: string, { hasMaximum, isScore }: NumberKind): boolean {
  if (/^\s?(?:%|percent)\s?of\s/iu.test(after)) return true;
  if (MAXIMUM_BEFORE.test(before) || TIME_AFTER.test(after)) return true;
  if (isScore && DESCRIBES_BEFORE.test(before)) return true;
  if (hasMaximum && OF_MAXIMUM.test(after) && !(isScore ? /[×*÷/^+]\s?\(?$/ : /[×*÷/^+=]\s?\(?$/).test(before))
    return false;
  return isOperand(before, after);
}
