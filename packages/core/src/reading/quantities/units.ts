import { lazyPattern } from "../../text/lazy-pattern.ts";
import { recall } from "../../text/recall.ts";

/** The kind of thing that a unit measures. */
type Kind =
  | "mass"
  | "volume"
  | "length"
  | "area"
  | "time"
  | "amount"
  | "activity"
  | "pressure"
  | "share"
  | "energy"
  | "temperature"
  | "dose"
  | "cell"
  | "drop"
  | "smoked"
  | "pack"
  | "beat"
  | "opioid";

/** One form of each unit, the kind of thing that it measures, and how replies spell it. */
const TERMS: readonly (readonly [form: string, kind: Kind, spellings: string])[] = [
  [
    "pack-year",
    "smoked",
    "pack[- ]?years?|packungsjahre?n?|paquets?[- ]années?|paquetes?[- ]años?|maços?[- ]anos?|pacchetti[- ]anno",
  ],
  [
    "packs",
    "pack",
    "packs?|cigarettes?|packungen|schachteln|zigaretten|paquets?|paquetes?|cajetillas?|maços?|cigarr\\p{L}+|pacchetti",
  ],
  [
    "mme",
    "opioid",
    "o?mmes?|(?:mg|milligrams?) (?:of )?(?:oral )?(?:mme|morphine(?: milligram)? equivalents?)|(?:oral )?morphine (?:milligram )?equivalents?|mg morphinäquivalente?n?|mg (?:d'|de )?(?:équivalents?|equivalentes?)(?: de)? (?:morphine|morfina)",
  ],
  ["mg", "mass", "mg|milligram(?:s|m|me|mes|mi|mos?)?|miligramos?|miligramas?"],
  ["ug", "mass", "[uµμ]g|mcg|microgram(?:s|mes?)?|mikrogramm|microgramos?|microgramas?"],
  ["ng", "mass", "ng|nanograms?"],
  ["kg", "mass", "kgs?|kilos?|kilogram(?:s|m|mes?|mi)?|kilogramos?|quilogramas?|quilos?"],
  ["g", "mass", "g|grams?|gramm|grammes?|gramos?|gramas?|grammi"],
  ["lb", "mass", "lbs?|pounds?"],
  ["stone", "mass", "stones?"],
  ["mmhg", "pressure", "mm ?hg"],
  ["kpa", "pressure", "kpa"],
  ["cmh2o", "pressure", "cm ?h2o"],
  ["mosm", "amount", "mosm(?:ol)?"],
  ["osm", "amount", "osm(?:ol)?"],
  ["mmol", "amount", "mmols?|millimoles?"],
  ["umol", "amount", "[uµμ]mol|micromoles?"],
  ["nmol", "amount", "nmol"],
  ["pmol", "amount", "pmol"],
  ["mol", "amount", "mol"],
  ["meq", "amount", "meq|milliequivalents?|mval"],
  ["eq", "amount", "eq"],
  ["miu", "activity", "mi?u|miu|mie|mui"],
  ["uiu", "activity", "[uµμ]i?u|[uµμ]ie|[uµμ]ui"],
  ["iu", "activity", "i?u|ie|ui|units?|einheiten|unités?|unidad(?:es)?|unidades?|unità"],
  [
    "m2",
    "area",
    "m(?:2|²|\\^2|\\^\\{2\\})|sq(?:uare|\\.)?[ -]?m(?:et(?:er|re)s?)?|quadratmeter|mètres? carrés?|metros? cuadrados?|metros? quadrados?|metri quadr(?:ati|i)",
  ],
  ["cm2", "area", "cm(?:2|²|\\^2)"],
  ["mm3", "volume", "mm(?:3|³|\\^3)|cubic mm|cubic millimet(?:er|re)s?"],
  ["ul", "volume", "[uµμ]l|microlit(?:er|re)s?|mikroliter|microlitros?"],
  ["ml", "volume", "mls?|cc|millilit(?:er|re)s?|mililitros?|millilitri"],
  ["dl", "volume", "dl|decilit(?:er|re)s?"],
  ["l", "volume", "l|lit(?:er|re)s?|litern|litros?|litri"],
  ["ms", "time", "ms|msecs?|milliseconds?|millisekunden|millisecondes?|milisegundos?"],
  ["min", "time", "min|mins|minutes?|minuten?|minutos?|minuti|minuto"],
  ["s", "time", "s|secs?|seconds?|sekunden?|secondes?|segundos?"],
  ["h", "time", "h|hrs?|hours?|hour|std|stunden?|heures?|horas?|or[ae]"],
  ["d", "time", "d|days?|tage?n?|tag|jours?|días?|dias?|giorn[oi]|dag(?:en)?|24 ?h(?:ours|rs)?"],
  ["week", "time", "weeks?|wks?|wochen?|semaines?|semanas?|settiman[ae]"],
  ["month", "time", "months?|monate?n?|mois|mes(?:es)?|mês"],
  ["year", "time", "years?|yrs?|jahre?n?|ans?|années?|años?|anos?"],
  ["mm", "length", "mm|millimet(?:er|re)s?"],
  ["cm", "length", "cm|centimet(?:er|re)s?|zentimeter|centímetros?"],
  ["km", "length", "km"],
  ["m", "length", "m|met(?:er|re)s?|metros?|mètres?"],
  ["inch", "length", "inch(?:es)?|zoll|pulgadas?"],
  ["%", "share", "%|percent|per ?cent|pct|prozent|por ciento|por cento|pour ?cent|per cento|percentage points?"],
  ["kcal", "energy", "kcal|kilocalories?|kilokalorien"],
  ["kj", "energy", "kj"],
  ["°c", "temperature", "° ?c|degrees c(?:elsius)?"],
  ["°f", "temperature", "° ?f"],
  ["dose", "dose", "doses?|gabe|einzeldosis|einzelgabe|prise|dosis|toma|tomada"],
  ["cells", "cell", "cells?|zellen|cellules|células|cellule"],
  ["drops", "drop", "drops?|gtts?|tropfen|gouttes?|gotas?|gocce"],
  ["beats", "beat", "beats?|bpm|schläge|battements?|latidos?"],
];

const NAMES = TERMS.map(([, , spellings]) => `(${spellings})`).join("|");
const NOT_IN_WORD = String.raw`(?![\p{L}\d²³])`;
const TERM = lazyPattern(`^(?:${NAMES})${NOT_IN_WORD}`, "iu");
/** A separator before the unit by which another one is divided: "/", "per", "a day". */
const PER = /^(?:\s?\/\s?|[ -](?:per|pro|par|por|je|each|a|an|al|à l'|alla|all')[ -]?)(?=[^\s])/iu;
/** "/1.73 m²" */
const SURFACE =
  /^(?:\s?\/\s?|\s?(?:per|pro|par|por)\s)\(?1[.,]73\s?(?:m(?:2|²|\^2|\^\{2\})|square met(?:er|re)s?)?\)?/iu;
const DAILY = /^ (?:daily|täglich|al día|par jour|por día|ao dia|a day|every day|am tag)(?!\p{L})/iu;
const HOURLY = /^ (?:hourly|stündlich)(?!\p{L})/iu;

/** A unit at the start of a text. */
export interface Unit {
  /** "ml/kg/h" */
  readonly form: string;
  /** The kind of thing that it measures. Units of one dimension can be converted, or confused. */
  readonly dimension: string;
  readonly length: number;
}

interface Term {
  readonly form: string;
  readonly kind: Kind;
  readonly length: number;
}

function termAt(text: string): Term | undefined {
  const match = TERM.exec(text);
  if (match === null) return undefined;
  const [form, kind] = TERMS[match.slice(1).findIndex((one) => one !== undefined)] ?? [];
  return form === undefined || kind === undefined ? undefined : { form, kind, length: match[0].length };
}

/** Finds the unit at the start of a text, such as " mL per hour"; undefined without one that is known. */
export const readUnit = recall((text): Unit | undefined => {
  const lead = /^[\s-]?/u.exec(text)?.[0].length ?? 0;
  const start = text.slice(lead, lead + 60);
  const first = termAt(start);
  // "× 10^3/µL" counts cells
  if (first === undefined && !/^\/\s?\p{L}/u.test(start)) return undefined;
  let length = first?.length ?? 0;
  const per: Term[] = [];
  for (let next = divisorAt(start.slice(length)); next !== undefined; next = divisorAt(start.slice(length))) {
    if (next.term !== undefined) per.push(next.term);
    length += next.length;
  }
  if (first === undefined && per.length === 0) return undefined;
  const own = first === undefined || (first.kind === "cell" && per.length > 0) ? "" : first.form;
  return {
    form: [own, ...per.map(({ form }) => form)].join("/"),
    dimension: dimensionOf(first, per),
    length: lead + length,
  };
});

/** Finds a divisor at the start of a text: "/kg", " per hour", " daily". The body surface of 1.73 m² is none. */
function divisorAt(text: string): { readonly term?: Term; readonly length: number } | undefined {
  const surface = SURFACE.exec(text)?.[0];
  if (surface !== undefined) return { length: surface.length };
  const hourly = HOURLY.exec(text)?.[0];
  const timed = hourly ?? DAILY.exec(text)?.[0];
  if (timed !== undefined) {
    const form = hourly === undefined ? "d" : "h";
    return { term: { form, kind: "time", length: 0 }, length: timed.length };
  }
  const mark = PER.exec(text)?.[0];
  const term = mark === undefined ? undefined : termAt(text.slice(mark.length));
  return mark === undefined || term === undefined ? undefined : { term, length: mark.length + term.length };
}

/** Concentrations are one dimension. A day or a dose changes no amount: "90 mg/day". */
function dimensionOf(first: Term | undefined, per: readonly Term[]): string {
  const kind = first?.kind ?? "cell";
  const isSubstance = kind === "mass" || kind === "amount" || kind === "activity";
  const kinds = per.flatMap((one): string[] => {
    const isLost = one.kind === "dose" || one.form === "d";
    return isLost && kind !== "volume" ? [] : [one.kind];
  });
  if (isSubstance && kinds.includes("volume")) return "concentration";
  if (kind === "amount" && kinds.includes("mass")) return "concentration";
  const isIndex = first?.form === "kg" || first?.form === "lb";
  return [kind === "mass" && isIndex && kinds.includes("area") ? "body mass" : kind, ...kinds].join("/");
}

/** Brings a unit to one form: "mL per hour" and "ml/hr" are the same. */
export const unitForm = (unit: string): string => readUnit(unit.trim())?.form ?? unit.trim().toLowerCase();

/** Returns the unit at the start of a text, in one form; undefined without a unit that is known. */
export const unitAt = (text: string): string | undefined => readUnit(text)?.form;

/** Returns the unit of a place of a number, which may have its per cent in it. */
export const unitOf = (
  text: string,
  { from, to }: { readonly from: number; readonly to: number },
): string | undefined =>
  /[%\p{L}]$/u.test(text.slice(from, to))
    ? unitAt(text.slice(from, to).replace(/^[-\d.,'\s]+/u, ""))
    : unitAt(text.slice(to, to + 60));

/** Whether two units, as unitForm() writes them, measure different things; false if one of them is not known. */
export function isOfOtherDimension(one: string, other: string): boolean {
  const [a, b] = [readUnit(one), readUnit(other)];
  if (a === undefined || b === undefined || a.dimension === b.dimension) return false;
  return !(isDaily(a, b) || isDaily(b, a) || [a, b].some(({ dimension }) => dimension === "opioid"));
}

/** Whether a unit is that of a pressure, a weight, a length, a concentration or a pulse, which no score and no ratio has. */
export const isMeasured = (unit: string): boolean => MEASURED.has(readUnit(unit)?.dimension ?? "");
const MEASURED: ReadonlySet<string> = new Set([
  "pressure",
  "mass",
  "length",
  "concentration",
  "beat",
  "beat/time",
  "temperature",
]);

/** Whether a unit is the requested one. A day or a dose may be missing in one of them: "MME/day" is "MME". */
export function isSameUnit(one: string | undefined, asked: string | undefined): boolean {
  if (one === undefined || asked === undefined) return false;
  return one === asked || isLonger(one, asked) || isLonger(asked, one);
}
const isLonger = (one: string, other: string): boolean => one === `${other}/d` || one === `${other}/dose`;

/** "mL" of a daily requirement is "mL/day". */
const isDaily = (daily: Unit, { form }: Unit): boolean => daily.form === `${form}/d`;
