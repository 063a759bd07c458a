import { oneOf } from "../text/pattern.ts";
import type { AskedFor } from "../quantities/asked-for.ts";
import { isCorrectedFor } from "../numbers/corrected-for.ts";
import { namedIn } from "../quantities/named-in.ts";
import type { Strength } from "../commitments/commitment.ts";
import { CHOSEN_BEFORE, FINAL, STATED_BEFORE } from "../commitments/phrases.ts";
import { EMPTY_AFTER } from "../commitments/phrases-after.ts";
import {
  askedBehind,
  computesAnother,
  isAside,
  isNotYet,
  isOfFormula,
  isOfReferences,
  NAMED,
  namesAnother,
  NOT_YET_AFTER,
  REFERENCE_AFTER,
  shareBefore,
} from "../quantities/quantity-label.ts";
import { isUnitOfNoInput } from "../quantities/input-units.ts";
import { quantitiesIn } from "../quantities/quantities.ts";
import { isSameUnit, unitAt, unitOf } from "../quantities/units.ts";
import { englishOf, inEnglish } from "../quantities/words-abroad.ts";
import { type Context, NEAR } from "./value-context.ts";
import type { ValuePlace } from "./value-place.ts";

const { raw } = String;

/** Words that may stand before a value that begins a reply. */
export const LEAD =
  /^[^\p{L}\p{N}]*(?:(?:sure|certainly|okay|ok|of course|answer|approx(?:imately|\.)?|about|around|roughly|circa|ca\.?|at|on|probably|likely|maybe|perhaps|estimated|it is|it's|this is|this would be|that is|that would be|it would be|=|environ|etwa|ungefähr|unos|cerca de|aproximadamente|约|大约|約)[\s,:.!]*){0,3}["'([*~≈=→⇒:]*\s?$/iu;
export const CALCULATED =
  /(?:[=≈]\s?[^\d=]{0,12}|(?<!\p{L})(?:gives|giving|yields|yielding)\s|(?<!\p{L})(?:add|adding|subtract|subtracting|plus|minus|abzüglich|zuzüglich|moins|menos|más|mais|restar|sumar|ajouter|soustraire)\s[^:\n]{0,30}:\s)$/iu;
/** The text after a value that is no result yet: "= ". */
const GOES_ON =
  /^(?:(?![;.]\s|\(\s?(?:\p{L}|[≈=~])|\|)[^=→\n]){0,40}(?:[=→⇒≈]|->|=>|(?<!\p{L})(?:equals?|(?:is )?equivalent to|corresponds? to))\s*(?:~|≈|about )?$/iu;
const PREPOSITION = /(?<!\p{L})(?:at|on)\s*$/iu;
const RESULT_BEFORE =
  /(?:[=≈→⇒∴➜|]|->|=>|(?<!\p{L})(?:result|score|sum|value|estimate[sd]?|estimation|calculated|computed|equals?|comes (?:out )?to|adds up to|sums (?:up )?to|gives?(?: us)?|giving|yields?|yielding|works out (?:to|at|as)|get|obtain|therefore|thus|hence|so|resulting in|is then|amounts to|i\.e\.|namely|ergebnis|resultado|résultat|puntuación|wert)(?!\p{L})[\s\w]{0,20}?(?:[:=|]|(?<!\p{L})(?:is|of|to|at|be))?)\s*(?:["'([*~≈]|(?:approximately|approx\.?|about|around|roughly)(?!\p{L})|\s)*$/iu;
const TOTAL_BEFORE =
  /(?<!\p{L}|in )(?:total|sum|overall|altogether|grand total|in all|in total(?!\s?:)|gesamt|suma|summe|somme|somma|totale|totaal|insgesamt|итого|сумма|合计|总分|总共|总计|一共|共)(?!\p{L})(?:[^.;\n=]|\.(?=\d)){0,30}?["'([*:=|\s~≈→-]*$/iu;
const TOTAL_AFTER =
  /^\s?(?:points?\s)?(?:in total|altogether|in all)(?!\p{L})|^\s(?:of the\s)?(?:\p{L}+\s){0,2}criteria(?:\s(?:are|is|were|was))?(?:\s(?:met|fulfilled|present|positive)|[.!]?$)/iu;
/** "the correct value is" */
const VALUE_STATED =
  /(?<!\p{L})(?:correct|right|final|required|requested|true|asked for|calculated)\s+(?:value|result|score|date|age|figure|number|dose|total|estimate)\s*(?:is|was|of|:|=)\s*(?:therefore\s|thus\s|then\s|about\s|approximately\s)?["'([*~≈]*$/iu;

/** "PE most likely: 3" states no answer. */
const ABOUT_PART = /(?<!\p{L})(?:likely|best|better|right)["')\]]*\s*(?:is|:)?\s*$/iu;

/** The strength of a value, and how well the words before it name the quantity of the question. */
export interface Strong {
  readonly strength: Strength;
  readonly share: number;
}

/** "Oxycodone: 90 MME; total: 120 MME": the total is named better than its parts. */
const OF_TOTAL = 2;

const only = (strength: Strength): Strong => ({ strength, share: 0 });

/** Returns how strongly a place commits to its value; undefined: it is an input, a step on the way or a value to compare with. */
export function strengthOf<T>(context: Context<T>, head: string, before: string): Strong | undefined {
  const { place, text, sentence, isBeside } = context;
  const asked = askedBehind(head, context.asked);
  const after = text.slice(place.to, Math.min(sentence.to, place.to + NEAR));
  const isEnd = EMPTY_AFTER.test(after.replace(/^\s?[^\s,;:]{1,20}/, ""));
  if (isStated(context, head, before, after)) return only(FINAL.test(head) ? "final" : "stated");
  if (isOnTheWayBefore(place, head, before) || (isOfReferences(head) && shareBefore(head, before, asked) < NAMED))
    return undefined;
  const isAnother = isOfAnother({ ...context, asked }, head, before, after);
  if (isBeside) return isAnother || isOfPoints(context, after) ? undefined : only("in brackets");
  if (isOnTheWay(context, after)) return undefined;
  const share = shareBefore(head, before, asked);
  if (isLead(context, head, isEnd)) return { strength: context.announced ?? "leads", share };
  const named = namedStrength({ ...context, asked }, share, before, after);
  if (named !== undefined) return named;
  return isAnother || isOther(head, before, after, asked) ? undefined : unnamed(context, head, before, isEnd);
}

/** The date from which another one is counted: "The LMP was ", "Transfer: " */
const isStart = <T>({ value }: ValuePlace<T>, before: string): boolean =>
  typeof value === "string" && START.test(before);
const START =
  /(?<!(?<!\p{L})(?:by|per|from|with|using)\s(?:the\s)?)(?<!\p{L})(?:LMP|FUM|DUM|letzte (?:Regel|Periode)|last (?:menstrual )?period|(?:embryo )?transfer)\s?(?:was|is|began|started|:|=)?\s?(?:on\s)?$/iu;

/** A part of the formula, a value for which another one is corrected, or one before its correction. */
const isOnTheWayBefore = <T>(place: ValuePlace<T>, head: string, before: string): boolean =>
  isOfFormula(head) || isCorrectedFor(head) || isNotYet(head) || isStart(place, before);

/** The strength of a value that the words around it name. */
function namedStrength<T>(context: Context<T>, share: number, before: string, after: string): Strong | undefined {
  const { asked } = context;
  const isOfTotal = isTotal(before, after, asked);
  if (share >= NAMED) return { strength: "requested", share };
  if (isNamedAfter(after, asked) || isNamedNext(context, asked))
    return { strength: "requested", share: isOfTotal ? OF_TOTAL : 1 };
  return isOfTotal ? only("total") : undefined;
}

/** Whether a value is to compare with, or one of several that are assigned side by side. */
const isOther = (head: string, before: string, after: string, asked: AskedFor): boolean =>
  isAside(before, after, asked) || ASSIGNED_BEFORE.test(head);

/** The last of "C=1, U=1, R=0, age=1" */
const ASSIGNED_BEFORE = /(?:[\p{L}\d]{1,12}\s?[=:]\s?\+?\d(?:\.5)?\s?[,;]\s?){2}[^,;=:]{1,20}[=:]\s?\+?$/u;

/** The strength of a value without a name. */
const unnamed = <T>(context: Context<T>, head: string, before: string, isEnd: boolean): Strong =>
  only(resultOf(context, before) ?? (isLast(context, head, isEnd) ? "result" : "named"));

/** "That makes 3 of 5 points." */
const MAKES_TOTAL =
  /(?<!\p{L})(?:(?:that|this|which|it all|all|together)(?: then)? (?:makes|totals|adds up to|sums to|gives)|for a total of|das (?:macht|ergibt|sind)|(?:cela|ça|ce qui) (?:fait|donne)|soit|(?:eso|esto|lo que) (?:da|suma|hace)|(?:isso|o que) (?:dá|soma|faz))\s["'(]*$/iu;
const IN_POINTS =
  /^\s?(?:(?:of|out of|von|sur|de|\/)\s?\d+\s?)?(?:points?|punkte?n?|pontos?|puntos?|分)(?!\p{L})|^\s(?:of|out of|von|sur|de)\s\d+(?!\s?[×*÷/])/iu;

const isTotal = (before: string, after: string, asked: AskedFor): boolean =>
  TOTAL_AFTER.test(after) ||
  (MAKES_TOTAL.test(before) && IN_POINTS.test(after)) ||
  (TOTAL_BEFORE.test(before) &&
    !REFERENCE_AFTER.test(after) &&
    !namesAnother(afterTotal(before), asked) &&
    !isTotalOfAnother(before, asked) &&
    !quantitiesIn(/total[^;\n]*$/iu.exec(before)?.[0] ?? "").some(({ name }) => !asked.quantities.has(name)));

/** "Calcio total: ", where the total is behind its noun */
function isTotalOfAnother(before: string, asked: AskedFor): boolean {
  const [, noun = ""] = /(\p{L}+)\s(?:total|totale)\s?[:=]\s?$/iu.exec(before) ?? [];
  return englishOf(noun) !== undefined && namesAnother(inEnglish(noun), asked);
}

/** Whether a value, or the arithmetic that ends with it, is of another quantity. */
const isOfAnother = <T>(context: Context<T>, head: string, before: string, after: string): boolean => {
  const { place, asked } = context;
  if (isInstructed(head, after, asked) || isFromInputs(context, head, before, after)) return false;
  return place.isSum === true
    ? computesAnother(head, asked) || isOfItem(head, asked)
    : namesAnother(labelled(before, head, after), asked);
};

/**
 * Whether a value in the requested unit follows the inputs from which it is calculated: "I use the adjusted weight: 74.3 mL/min", "albumin of
 * 2.1: 10.4 mg/dL", "from systolic and diastolic pressure: 90 mmHg".
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
const OF_PART =
  /(?<!\p{L})(?:contribut\p{L}*|accounts? for|adds?|bolus|maximum|max|minimum|half|correction|excess|difference|change|increase|decrease|not exceed|up to|expected|measured|baseline)(?!\p{L})/iu;
const LAST_CLAUSE = /(?:(?![,;](?:\s|$)|(?<!\p{L})(?:and|but|so|which)\s).)*$/u;
/** "Fasting insulin 12, glucose 110: 3.26" */
const isBehindPairs = (head: string, after: string): boolean =>
  PAIRS_BEFORE.test(head) && /^[^\d,;]{0,20}$/.test(after);
const PAIRS_BEFORE =
  /^(?!.*(?<!\p{L})(?:is|was|are|expected|predicted|normal|reference|limit|threshold|cut-?off|range|each|per)(?!\p{L}))[^\p{L}]*(?:(?:with|for|from|given|using)\s)?(?:\p{L}[\p{L}\d₀-₉ ]{0,24}?[ =]\s?\d+(?:[.,]\d+)?(?:\s?[^\s\d,;:]{1,10})?(?:,\s(?:and\s)?|\sand\s|;\s|(?=\s?[:→⇒=]))){2,}\s?[:→⇒=]\s?[~≈]?\s?$/u;
/** The number before it has a unit at most: "2.1: ", "88 bpm): ". */
const OF_VALUE = /^\s?[^\s\d:]{0,10}[)\]]?\s?[:→⇒]\s?$/u;
/** "Using albumin: ", but "using an albumin of: " */
const FROM =
  /(?:^|[.,;(]\s?)[^\p{L}]*(?:(?:calculated|computed|estimated|derived|based|corrected|adjusted)\s)?(?:from|using|with|based on|given|on the basis of|corrected for|adjusted for|for (?:an?|the|her|his|this))\s[^:.;]{1,60}(?<!(?<!\p{L})(?:of|is|at|was))\s?:\s?$/iu;
/** Each part of a whole has a value of its own: "for the next 10 kg: ". */
const OF_SHARE =
  /(?<!\p{L})(?:first|second|third|next|remaining|remainder|rest|each|every|per|additional|step)(?!\p{L})[^.;\n]{0,40}$/iu;
/** The words after the last mark. */
const LAST_LABEL = /[^,;:=—]*[:=]?\s?$/u;

/** "Set the pump to 12.5 mL/h", if the question is how many mL per hour; "Give carvedilol 12.5 mg", if it is for a dose in mg. */
const isInstructed = (head: string, after: string, { rate, unit }: AskedFor): boolean =>
  (INSTRUCTION.test(head) && isRate(rate ?? unit) && isSameUnit(unitAt(after), rate ?? unit)) ||
  (unit !== undefined && GIVES.test(head) && isSameUnit(unitAt(after), unit));
const isRate = (unit: string | undefined): boolean => unit?.includes("/") === true;
const GIVES =
  /(?:^|[.,;:]\s)[^\p{L}\p{N}]*(?:(?:so|then|therefore|thus|please|hence|i(?:'d| would)|we(?:'d| would)?|you (?:should|can))\s)*(?:give|administer|prescribe|dose|start|order|infuse|inject|(?:switch|convert|change)(?:\s(?:her|him|them|it|the patient))?\sto)\s(?:(?!(?:if|when|for|per|each|every|first)\s)[\p{L}-]+\s){0,4}$/iu;
const INSTRUCTION =
  /(?:^|[.,;:]\s)[^\p{L}\p{N}]*(?:(?:so|then|therefore|thus|please)\s)?(?:set|run|program|infuse|start|adjust)\s(?:[\p{L}-]+\s){0,4}(?:to|at)\s$/iu;

/** "Denominator: 72 × 1.2 = 86.4" */
function isOfItem(head: string, asked: AskedFor): boolean {
  const [label = ""] = /^[^\d:=]{2,40}:\s/.exec(head) ?? [];
  const low = label.toLowerCase();
  return !asked.words.some((word) => low.includes(word)) && namesAnother(label, asked);
}

const isOnTheWay = <T>(context: Context<T>, after: string): boolean =>
  isIntermediate(context) ||
  NOT_GIVEN_AFTER.test(after) ||
  (context.previous > context.sentence.from && ROUNDED_AFTER.test(after)) ||
  isOfShare(context, after) ||
  NOT_YET_AFTER.test(after) ||
  SEPARATES_AFTER.test(after) ||
  SUMMAND_AFTER.test(after) ||
  isOfPoints(context, after);
/** "3.2, or 3 when rounded" */
const ROUNDED_AFTER = /^\s?(?:\S{1,12}\s)?(?:when|if|once|after) (?:rounded|rounding)(?!\p{L})/iu;
/** "A FENa of 1% separates prerenal injury from necrosis" is about all patients. */
const SEPARATES_AFTER =
  /^\s?(?:[^\s,;:.]{1,12}\s)?(?:(?:best|reliably|usually|generally)\s)?(?:separates?|distinguish(?:es)?|discriminates?|differentiates?)(?!\p{L})/iu;
/** "It is 2.0, so the corrected gap cannot be given" */
const NOT_GIVEN_AFTER =
  /^[^.;,]{0,20},?\s(?:so|thus|therefore|hence)\s(?:the|this|that|it|her|his|an?)(?:\s[\p{L}-]+){0,4}\s(?:cannot|can't|can not|could not)\s(?:\p{L}+ly\s|yet\s)?be\s(?:given|calculated|computed|determined|derived|estimated|reported|stated)(?!\p{L})/iu;
/** Whether a value is of one part of a whole ("40 mL/h for the first 10 kg"), or a factor by weight ("4 mL/kg/h"). */
const isOfShare = <T>({ asked: { unit }, sentence, place }: Context<T>, after: string): boolean =>
  SHARE_AFTER.test(after) ||
  SHARE_BEFORE.test(sentence.text.slice(0, place.from - sentence.from)) ||
  (unit !== undefined && !unit.includes("/kg") && (unitAt(after)?.includes("/kg/") ?? false));
/** "the first 10 kg", "each kg" */
const SHARE_IN_ENGLISH = oneOf(
  raw`(?:first|second|third|next|other|remaining|last|subsequent|additional|further)\s(?:\S{1,6}\s)?(?:kg|kilograms?|lbs?|pounds?)`,
  raw`(?:kg|kilogram)|rest|remainder|remaining`,
);
/** "für die ersten", "pour chaque kg" */
const SHARE_ABROAD = oneOf(
  raw`für (?:die|jede[sn]?)\s(?:ersten?|zweiten?|dritten?|nächsten?|weiteren?|restlichen?|übrigen?|verbleibenden?)|für den rest`,
  raw`pour (?:les|le|chaque)\s(?:\S{1,6}\s)?(?:premiers?|suivants?|restants?|deuxièmes?|reste)|pour chaque kg`,
  raw`(?:para|por) (?:los|os|el|o|cada)\s(?:\S{1,6}\s)?(?:primeros?|siguientes?|restantes?|primeiros?|seguintes?|próximos?|demás|demais|resto|kg)`,
);
const SHARE_AFTER = new RegExp(
  raw`^\s?(?:[^\s,;:.=]{1,12}\s)?for (?:the|each|every|all)\s${SHARE_IN_ENGLISH}(?!\p{L})|^\s?(?:[^\s,;:.=]{1,12}\s)?${SHARE_ABROAD}(?!\p{L})`,
  "iu",
);
const SHARE_BEFORE =
  /^[^\p{L}\p{N}]*(?:(?:for|of)\s)?(?:the\s)?(?:first|second|third|next|remaining|last|subsequent|additional|further|other|each|every)\s(?:\S{1,6}\s)?(?:kg|kilograms?|lbs?|pounds?)(?!\p{L})[^.;]{0,60}$|^[^\p{L}\p{N}]*(?:for\s)?(?:the\s)?(?:rest|remainder|remaining)(?!\p{L})[^.;]{0,60}$|(?:^|[，,；;])\s?(?:前|后|後|第[一二三]个?|其余|其餘|剩余|剩餘|余下)[^，。,；;=共]{0,12}$/iu;
/** Whether a value is the points of one criterion, as "+1" next to another one or "1 point for age". */
function isOfPoints<T>({ text, place, sentence, asked }: Context<T>, after: string): boolean {
  if (PART_AFTER.test(after)) return true;
  const [, criterion = ""] = CRITERION_AFTER.exec(after) ?? [];
  if (criterion !== "" && namedIn(criterion, asked).share < NAMED) return true;
  const mark = text.slice(Math.max(0, place.from - 4), place.from);
  if (!mark.endsWith("+")) return false;
  if ((sentence.text.match(PLUS) ?? []).length > 1 && /[:=→]\s?\+$/.test(mark)) return false;
  return PLUS_BEFORE.test(mark) && (text.match(PLUS) ?? []).length > 1;
}
const CRITERION_AFTER =
  /^\s?(?:points?\sfor\s(?!(?:this|her|his|your|our)\s)|for\s(?!(?:this|the|an?|her|his|your|our|each|every|which|all)\s))((?:(?!\s(?:and|or)\s)[^,;:.\n=]){1,60})(?=[.:;\n]|$)/iu;
const PLUS_BEFORE = /(?:^|[\s(])\+$/;
const PLUS = /(?:^|[\s(])\+\d/g;
/** "1 point for fever and 2 points for age", "1 for fever gives a total of 3" */
const PART_AFTER =
  /^\s?(?:points?\s)?(?:for|from|due to|because of)\s[^=;:.\n]{1,120}(?:\d\s?(?:points?\s)?(?:for|from|due to|because of)|(?<!\p{L})(?:total|score|sum)(?!\p{L})[^.\n]{0,20}\d)/iu;
/** "40 mL/h for the first 10 kg + 20 mL/h for the next 10 kg = 60 mL/h" */
const SUMMAND_AFTER = /^[^=→⇒;,.:()\n]{0,60}\s(?:[+×*÷]|plus|minus|times)\s[^=\n]{0,120}=/u;

/** "4 mg of one drug = " goes on to the result. */
const isIntermediate = <T>({ text, place, next }: Context<T>): boolean =>
  next - place.to < NEAR &&
  next < text.length &&
  GOES_ON.test(text.slice(place.to, next)) &&
  !isShareBehind(text, place, next) &&
  !isConvertedBehind(text.slice(place.to, next), text.slice(place.to, place.to + NEAR));

/** "Score: 2 → 11–17 %": a share behind a value that is none shows what the value means. */
const isShareBehind = <T>(text: string, { from, to }: ValuePlace<T>, next: number): boolean =>
  !text.slice(from, to + 2).includes("%") && /^[\d.,]+\s?(?:[-–]\s?[\d.,]+\s?)?%/.test(text.slice(next, next + 24));

/** "65 mL/h (≈ 1560 mL/day)": the value in another unit is in brackets. */
function isConvertedBehind(between: string, after: string): boolean {
  const bracket = /^\s?[^\s()\d]{1,12}\s?\(\s?(?:[=≈~]|equivalent to|corresponds? to)\s?(?:~|≈|about )?$/iu.exec(
    between,
  )?.[0];
  const unit = bracket === undefined ? undefined : unitAt(after);
  const other = /^\d[\d.,']*(.*)$/su.exec(after.slice(between.length))?.[1];
  return unit !== undefined && other !== undefined && ![undefined, unit].includes(unitAt(other));
}

/** "Verbal response: 4" names a part, although "the response" may be the answer. */
const isOfPart = (head: string, before: string, asked: AskedFor): boolean =>
  ABOUT_PART.test(head) ||
  /diagnosis["')\]]*\s?:\s?$/iu.test(head) ||
  (!/(?<!\p{L})answers?(?!\p{L})/iu.test(head) && namesAnother(before, asked));

const isStated = <T>({ asked }: Context<T>, head: string, before: string, after: string): boolean =>
  !ASSUMED_BEFORE.test(head) &&
  ((STATED_BEFORE.test(head) && !isOfPart(head, before, asked)) ||
    VALUE_STATED.test(head) ||
    CHOSEN_BEFORE.test(head) ||
    (WAY_CHOSEN.test(head) && isSameUnit(unitAt(after), asked.unit)));
/** "so we take it to be 15": an input that is assumed. */
const ASSUMED_BEFORE =
  /(?<!\p{L})(?:take|took|set|assume|assumed)\s(?:it|this|that|[\p{L} ]{1,30})\s(?:to be|as|at)\s$/iu;
/** "I use the adjusted weight: ", "the adjusted weight should be used, giving " */
const WAY_CHOSEN =
  /(?<!\p{L})(?:should|must|will|is to|has to|ought to)\sbe\sused(?!\p{L})[^.;:=]{0,40}(?:,\s|:\s|[=→⇒]\s?|(?<!\p{L})(?:giving|gives|yielding|yields|so|which is|is)\s)$|(?:^|[.,;]\s?)[^\p{L}]*(?:so,?\s|therefore,?\s)?(?:i|we)(?:\s(?:will|would|shall)|'ll|'d)?\s(?:use|take|choose|prefer|select|pick|report|go with)\s[^.;:=]{1,60}[:=→⇒]\s?$/iu;

const isLead = <T>({ isFirst }: Context<T>, head: string, isEnd: boolean): boolean =>
  isFirst && LEAD.test(head) && !/(?:^|\s)Ca\s$/.test(head) && (isEnd || !PREPOSITION.test(head));

/** "08/14/2023 is the estimated due date." */
function isNamedAfter(after: string, asked: AskedFor): boolean {
  const link = /^[^\p{L}]{0,3}(?:[^.;,\n]{0,20}\s)?(?:is|was|ist|es|est)\s+(?:the|his|her|el|la)\s/iu.exec(after);
  return link !== null && namedIn(after.slice(link[0].length, 80), asked).share >= NAMED;
}

/** "10 mg of prednisone", "3 SIRS criteria", "17 corrected" */
function isNamedNext<T>({ text, place, sentence, next }: Context<T>, asked: AskedFor): boolean {
  const after = text.slice(place.to, Math.min(sentence.to, next, place.to + NEAR));
  const words = /^\s?[^\s,;:.()=→⇒]{0,12}\s(?:of\s|after\s|when\s)?[^.,;:()\n=→⇒]*/u.exec(after)?.[0] ?? "";
  const [name = ""] = words.split(/\s(?:and|but|in|at|with|for|so|which)\s/u);
  if (/\s(?:is|was|are|equals?|gives|comes)(?!\p{L})/u.test(name)) return false;
  const isNextLabel =
    name === words &&
    (place.to + words.length >= Math.min(next, text.length - 1)
      ? next < text.length
      : /^\s?[=:→⇒]/.test(after.slice(words.length)));
  return place.value !== undefined && !isNextLabel && namedIn(name, asked).share >= NAMED;
}

/** "Total cholesterol is 210" is no total of the score. */
const afterTotal = (before: string): string =>
  before
    .slice(before.search(/(?<!\p{L})(?:total|sum|overall|altogether|gesamt|suma|somme)(?!\p{L})/iu))
    .replace(/^\p{L}+/u, "");

/** The text with the label of a value: "Age 72: " if only a colon is after the number before it, which is no operand. */
const labelled = (before: string, head: string, after: string): string => {
  if (/[=≈]\s?$/.test(before) && /(?<!\p{L})(?:plus|minus|times)(?!\p{L})/iu.test(head)) return "";
  const isLinked =
    /^\s?(?:years?\s)?(?:(?:or|and)\s(?:above|older|over|more|greater|higher|younger|below|under|less)\s?)?(?::|[|:]\s?\|?|(?:gives|scores|earns|adds|contributes))\s$/iu.test(
      before,
    );
  return isLinked && !OPERATES.test(head) && !/^\s?\/\s?\d/.test(after) ? head : before;
};
const OPERATES =
  /(?<!\p{L})(?:factor|multiply|multiplied|multiplying|times|divide|divided|dividing|adding|subtracting)(?!\p{L})/iu;

function resultOf<T>({ place }: Context<T>, before: string): Strength | undefined {
  if (place.isSum === true) return "sum";
  return CALCULATED.test(before) || RESULT_BEFORE.test(before) ? "result" : undefined;
}

/** A value alone in its sentence, or at the end after a comma or a colon. */
const isLast = <T>({ isAlone, sentence, previous }: Context<T>, head: string, isEnd: boolean): boolean =>
  isEnd &&
  ((isAlone && LEAD.test(head)) ||
    (/[,:]\s*$/.test(head) && (previous === sentence.from || /^\P{L}*$/u.test(head.slice(previous - sentence.from)))));
