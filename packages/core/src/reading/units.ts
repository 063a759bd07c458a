const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\s+per\s+/g, "/"],
  [/\s/g, ""],
  [/[µμ]|micro(?=lit)/g, "u"],
  [/squaremet(?:er|re)s?.*|square-?m$/g, "m2"],
  [/²|\^2/g, "2"],
  [/³|\^3/g, "3"],
  [/\/1\.73.*|\(.*/g, ""],
  [/lit(?:er|re)s?/g, "l"],
  [/kilograms?|kgs/g, "kg"],
  [/pounds?|lbs/g, "lb"],
  [/milliseconds?|msecs?/g, "ms"],
  [/(?<!\p{L})(?:seconds?|secs?)$/gu, "s"],
  [/\/(?:hours?|hr)$/g, "/h"],
  [/percent(?:age)?/g, "%"],
  [/^cells\//g, "/"],
];

/** Brings a unit to one form: "mL per hour" and "ml/hr" are the same. */
export const unitForm = (unit: string): string =>
  WORDS.reduce((text, [pattern, by]) => text.replace(pattern, by), unit.toLowerCase());

const UNIT_AFTER =
  /^\s?(?:(?:\/\s?|cells(?:\/|\sper\s))?[\p{L}µμ]{1,12}[²³]?(?:\^\d)?(?:(?:\s?\/\s?|\sper\s)[\p{L}µμ]{1,12}[²³]?(?:\^\d)?){0,2}|%)/u;
const KNOWN = /\/|^(?:[munkcdp]?(?:g|l|m|mol|eq|osm|s)[23]?|mmhg|kpa|lb|stone|inch(?:es)?|iu|kcal|min|h|%)$/;

/** Returns the unit at the start of a text, in one form; undefined without a unit that is known. */
export function unitAt(text: string): string | undefined {
  const [found = ""] = UNIT_AFTER.exec(text.slice(0, 40).replace(/^\s?mm hg/iu, "mmHg")) ?? [];
  const unit = unitForm(found.trim());
  return KNOWN.test(unit) ? unit : undefined;
}

const DIMENSIONS: readonly RegExp[] = [
  /^(?:[cdmk]?m|inch(?:es)?)$/,
  /^(?:[munk]?g|lb|stone)(?:\/(?:d|day|h|24h|dose))?$/,
  /^kg\/m2$/,
  /^m2$/,
  /^[mud]?l(?:\/(?:min|h|s|d|day|24h))?$/,
  /^(?:[mun]?g|[mun]?mol|[mu]?eq|m?osm|[mu]?iu)\/(?:[dmu]?l|kg)$/,
  /^(?:mmhg|kpa)$/,
  /^m?s$/,
];

/** Whether two units, as unitForm() writes them, measure different things; false if one of them is not known. */
export function isOfOtherDimension(one: string, other: string): boolean {
  const [a, b] = [one, other].map((unit) => DIMENSIONS.findIndex((pattern) => pattern.test(unit)));
  return a !== -1 && b !== -1 && a !== b;
}
