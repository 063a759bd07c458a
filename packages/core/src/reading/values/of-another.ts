import { lazyPattern } from "../../text/lazy-pattern.ts";
import type { AskedFor } from "../quantities/asked-for.ts";
import { isUnitOfNoInput } from "../quantities/input-units.ts";
import { namedIn } from "../quantities/named-in.ts";
import { quantitiesIn } from "../quantities/quantities.ts";
import { computesAnother, namesAnother } from "../quantities/names-another.ts";
import { isOtherBehind, namesVariant } from "../quantities/names-variant.ts";
import { isSameUnit, unitAt, unitOf } from "../quantities/units.ts";
import type { Context } from "./value-context.ts";
import type { ValuePlace } from "./value-place.ts";

/** Whether a value, or the arithmetic that ends with it, is of another quantity. */
export const isOfAnother = <T>(context: Context<T>, head: string, before: string, after: string): boolean => {
  const { place, asked } = context;
  if (isOtherBehind(after, asked) || isVariantBefore(context, before)) return true;
  if (isInstructed(head, after, asked) || isFromInputs(context, head, before, after)) return false;
  return place.isSum === true
    ? computesAnother(head, asked) || isOfItem(head, asked)
    : namesAnother(labelled(before, head, after), asked);
};

/** "gives an osmolal gap of 27": a variant by name, which no unit makes the quantity of the question. */
const isVariantBefore = <T>({ place, asked }: Context<T>, before: string): boolean =>
  place.isSum !== true && namesVariant(before, asked);

/**
 * Whether a value in the requested unit follows the inputs from which it is calculated. Examples: "I use the adjusted weight: 74.3 mL/min", "albumin
 * of 2.1: 10.4 mg/dL", "from systolic and diastolic pressure: 90 mmHg".
 */
function isFromInputs<T>(
  { asked, previous, sentence, text, place }: Context<T>,
  head: string,
  before: string,
  after: string,
): boolean {
  const { unit } = asked;
  if (isBehindPairs(head, after)) return true;
  // "CRL 58 mm corresponds to 12+3"
  if (isSpan(text, place)) return !namesOther(head, asked);
  if (unit === undefined || !isSameUnit(unitOf(text, place), unit) || OF_SHARE.test(head)) return false;
  if (previous > sentence.from && OF_VALUE.test(before)) return true;
  const label = before.slice(before.search(LAST_LABEL));
  return FROM.test(before) || isUnitOfNoInput(label, unit) || !namesOther(head, asked);
}
/** Whether a place is a span of weeks and days, and not of weeks alone. */
const isSpan = <T>(text: string, { value, from, to }: ValuePlace<T>): boolean =>
  Array.isArray(value) && /\d\D+\d/.test(text.slice(from, to));

/** Whether the clause of a value names a known quantity that the question does not ask for. Drugs and other words are none. */
function namesOther(head: string, asked: AskedFor): boolean {
  const { quantities, needed } = asked;
  const clause = head.slice(head.search(LAST_CLAUSE));
  const named = quantitiesIn(clause);
  // "Calcio medido" for the corrected calcium
  if (named.length > 0 && needed.size > 0 && namedIn(clause, asked).share === 0) return true;
  return named.some(({ name }) => !quantities.has(name)) || OF_PART.test(clause);
}
/** "Oxycodone contributes ", "the correction is ": a part of the value, or a limit of it */
const OF_PART = lazyPattern(
  String.raw`(?<!\p{L})(?:contribut\p{L}*|accounts? for|adds?|bolus|maximum|max|minimum|half|correction|excess|difference|change|increase|decrease|not exceed|up to|expected|measured|baseline)(?!\p{L})`,
  "iu",
);
const LAST_CLAUSE = /(?:(?![,;](?:\s|$)|(?<!\p{L})(?:and|but|so|which)\s).)*$/u;
/** "Fasting insulin 12, glucose 110: 3.26" */
const isBehindPairs = (head: string, after: string): boolean =>
  PAIRS_BEFORE.test(head) && /^[^\d,;]{0,20}$/.test(after);
const PAIRS_BEFORE = lazyPattern(
  String.raw`^(?!.*(?<!\p{L})(?:is|was|are|expected|predicted|normal|reference|limit|threshold|cut-?off|range|each|per)(?!\p{L}))[^\p{L}]*(?:(?:with|for|from|given|using)\s)?(?:\p{L}[\p{L}\d₀-₉ ]{0,24}?[ =]\s?\d+(?:[.,]\d+)?(?:\s?[^\s\d,;:]{1,10})?(?:,\s(?:and\s)?|\sand\s|;\s|(?=\s?[:→⇒=]))){2,}\s?[:→⇒=]\s?[~≈]?\s?$`,
  "u",
);
/** The number before it has a unit at most: "2.1: ", "88 bpm): ". */
const OF_VALUE = /^\s?[^\s\d:]{0,10}[)\]]?\s?[:→⇒]\s?$/u;
/** "Using albumin: ", but "using an albumin of: " */
const FROM = lazyPattern(
  String.raw`(?:^|[.,;(]\s?)[^\p{L}]*(?:(?:calculated|computed|estimated|derived|based|corrected|adjusted)\s)?(?:from|using|with|based on|given|on the basis of|corrected for|adjusted for|for (?:an?|the|her|his|this))\s[^:.;]{1,60}(?<!(?<!\p{L})(?:of|is|at|was))\s?:\s?$`,
  "iu",
);
/** Each part of a whole has a value of its own: "for the next 10 kg: ". */
const OF_SHARE = lazyPattern(
  String.raw`(?<!\p{L})(?:first|second|third|next|remaining|remainder|rest|each|every|per|additional|step)(?!\p{L})[^.;\n]{0,40}$`,
  "iu",
);
/** The words after the last mark. */
const LAST_LABEL = /[^,;:=—]*[:=]?\s?$/u;

/** "Set the pump to 12.5 mL/h" for a question about mL per hour; "Give carvedilol 12.5 mg" for a question about a dose in mg. */
const isInstructed = (head: string, after: string, { rate, unit }: AskedFor): boolean =>
  (INSTRUCTION.test(head) && isRate(rate ?? unit) && isSameUnit(unitAt(after), rate ?? unit)) ||
  (unit !== undefined && GIVES.test(head) && isSameUnit(unitAt(after), unit));
const isRate = (unit: string | undefined): boolean => unit?.includes("/") === true;
const GIVES = lazyPattern(
  String.raw`(?:^|[.,;:]\s)[^\p{L}\p{N}]*(?:(?:so|then|therefore|thus|please|hence|i(?:'d| would)|we(?:'d| would)?|you (?:should|can))\s)*(?:give|administer|prescribe|dose|start|order|infuse|inject|(?:switch|convert|change)(?:\s(?:her|him|them|it|the patient))?\sto)\s(?:(?!(?:if|when|for|per|each|every|first)\s)[\p{L}-]+\s){0,4}$`,
  "iu",
);
const INSTRUCTION = lazyPattern(
  String.raw`(?:^|[.,;:]\s)[^\p{L}\p{N}]*(?:(?:so|then|therefore|thus|please)\s)?(?:set|run|program|infuse|start|adjust)\s(?:[\p{L}-]+\s){0,4}(?:to|at)\s$`,
  "iu",
);

/** "Denominator: 72 × 1.2 = 86.4" */
function isOfItem(head: string, asked: AskedFor): boolean {
  const [label = ""] = /^[^\d:=]{2,40}:\s/.exec(head) ?? [];
  const low = label.toLowerCase();
  return !asked.words.some((word) => low.includes(word)) && namesAnother(label, asked);
}

/** The text with the label of a value: "Age 72: " if only a colon is after the number before it, which is no operand. */
const labelled = (before: string, head: string, after: string): string => {
  if (/[=≈]\s?$/.test(before) && /(?<!\p{L})(?:plus|minus|times)(?!\p{L})/iu.test(head)) return "";
  const isLinked =
    /^\s?(?:years?\s)?(?:(?:or|and)\s(?:above|older|over|more|greater|higher|younger|below|under|less)\s?)?(?::|[|:]\s?\|?|(?:gives|scores|earns|adds|contributes))\s$/iu.test(
      before,
    );
  return isLinked && !OPERATES.test(head) && !/^\s?\/\s?\d/.test(after) ? head : before;
};
const OPERATES = lazyPattern(
  String.raw`(?<!\p{L})(?:factor|multiply|multiplied|multiplying|times|divide|divided|dividing|adding|subtracting)(?!\p{L})`,
  "iu",
);
