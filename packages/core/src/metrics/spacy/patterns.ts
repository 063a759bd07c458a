import { ALPHA, CURRENCY, ICON, LOWER, PUNCTUATION, QUOTES, UNITS, UPPER } from "./char-classes.ts";

/**
 * Prefixes, suffixes and infixes of spaCy's English tokenizer (facts of spaCy 3.8's language data, MIT). Each list keeps spaCy's order,
 * because the first matching alternative wins.
 */

const anyOf = (patterns: readonly string[]): string => patterns.map((pattern) => `(?:${pattern})`).join("|");
/** Turns a list of patterns into the characters of a class; the "v" flag needs more escapes than "u". */
const asClass = (patterns: readonly string[]): string =>
  [...new Set(patterns.join("").replaceAll("\\", ""))]
    .map((character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
    .join("");

const ELLIPSES = [String.raw`\.\.+`, "…"];
const CLASS_OF_QUOTES = asClass(QUOTES);
/** spaCy puts its punctuation into a class with the marks of alternatives and groups, so these match too. */
const CLASS_BEFORE_POINT = `0-9${LOWER}%²\\-+${asClass(PUNCTUATION)}${CLASS_OF_QUOTES}\\|\\(\\?:\\)`;

const PREFIXES = [
  "§",
  "%",
  "=",
  "—",
  "–",
  "\\+(?![0-9])",
  ...PUNCTUATION,
  ...ELLIPSES,
  ...QUOTES,
  ...CURRENCY,
  `[${ICON}]`,
];

const SUFFIXES = [
  ...PUNCTUATION,
  ...ELLIPSES,
  ...QUOTES,
  `[${ICON}]`,
  "['’][sS]",
  "—",
  "–",
  "(?<=[0-9])\\+",
  "(?<=°[FfCcKk])\\.",
  `(?<=[0-9])(?:${anyOf(CURRENCY)})`,
  `(?<=[0-9])(?:${anyOf(UNITS)})`,
  `(?<=[${CLASS_BEFORE_POINT}])\\.`,
  `(?<=[${UPPER}][${UPPER}])\\.`,
];

const INFIXES = [
  ...ELLIPSES,
  `[${ICON}]`,
  "(?<=[0-9])[+\\-*\\^](?=[0-9\\-])",
  `(?<=[${LOWER}${CLASS_OF_QUOTES}])\\.(?=[${UPPER}${CLASS_OF_QUOTES}])`,
  `(?<=[${ALPHA}]),(?=[${ALPHA}])`,
  `(?<=[${ALPHA}0-9])(?:-|–|—|--|---|——|~)(?=[${ALPHA}])`,
  `(?<=[${ALPHA}0-9])[:<>=\\/](?=[${ALPHA}])`,
];

export const PREFIX = new RegExp(`^(?:${anyOf(PREFIXES)})`, "v");
export const SUFFIX = new RegExp(`(?:${anyOf(SUFFIXES)})$`, "v");
export const INFIX = new RegExp(anyOf(INFIXES), "gv");

const NO_PRIVATE_ADDRESS =
  "(?!(?:10|127)(?:\\.\\d{1,3}){3})(?!(?:169\\.254|192\\.168)(?:\\.\\d{1,3}){2})(?!172\\.(?:1[6-9]|2\\d|3[01])(?:\\.\\d{1,3}){2})";
const FOUR_NUMBERS =
  "(?:[1-9]\\d?|1\\d\\d|2[01]\\d|22[0-3])(?:\\.(?:1?\\d{1,2}|2[0-4]\\d|25[0-5])){2}\\.(?:[1-9]\\d?|1\\d\\d|2[0-4]\\d|25[0-4])";
const NAMES = "(?:(?:[A-Za-z0-9\\u00a1-\\uffff][A-Za-z0-9\\u00a1-\\uffff_\\-]{0,62})?[A-Za-z0-9\\u00a1-\\uffff]\\.)+";

/** A URL or host name. "mg.daily" matches too, since any two lower-case letters count as a top-level domain. */
export const URL_LIKE = new RegExp(
  "^(?:[\\p{L}\\p{N}_+\\-.]{2,}:\\/\\/)?(?:[^]+@)?" +
    `(?:${NO_PRIVATE_ADDRESS}${FOUR_NUMBERS}|${NAMES}[${LOWER}]{2,63})(?::\\d{2,5})?(?:[\\/?#][^]*)?$`,
  "v",
);
