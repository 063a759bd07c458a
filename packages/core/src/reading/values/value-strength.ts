import { lazyPattern } from "../../text/lazy-pattern.ts";
import type { Strength } from "../commitments/commitment.ts";
import { FINAL } from "../commitments/phrases.ts";
import { EMPTY_AFTER } from "../commitments/phrases-after.ts";
import type { AskedFor } from "../quantities/asked-for.ts";
import { askedBehind } from "../quantities/before-correction.ts";
import { isAside, isOfReferences } from "../quantities/compared-values.ts";
import { NAMED } from "../quantities/names-nothing-asked.ts";
import { UNFINISHED_AFTER } from "../left-out/unfinished.ts";
import { shareBefore } from "../quantities/share-before.ts";
import { isOtherBehind, namesVariant } from "../quantities/names-variant.ts";
import { isNamedAfter, isNamedNext } from "./named-behind.ts";
import { isOfAnother } from "./of-another.ts";
import { isOnTheWay, isOnTheWayBefore } from "./on-the-way.ts";
import { isOfPoints } from "./points.ts";
import { isStated } from "./stated-value.ts";
import { isTotal } from "./totals.ts";
import { type Context, NEAR } from "./value-context.ts";

/** Words that may stand before a value that begins a reply. */
export const LEAD = lazyPattern(
  String.raw`^[^\p{L}\p{N}]*(?:(?:sure|certainly|okay|ok|of course|answer|approx(?:imately|\.)?|about|around|roughly|circa|ca\.?|at|on|probably|likely|maybe|perhaps|estimated|it is|it's|this is|this would be|that is|that would be|it would be|=|environ|etwa|ungefähr|unos|cerca de|aproximadamente|约|大约|約)[\s,:.!]*){0,3}["'([*~≈=→⇒:]*\s?$`,
  "iu",
);
export const CALCULATED = lazyPattern(
  String.raw`(?:[=≈]\s?[^\d=]{0,12}|(?<!\p{L})(?:gives|giving|yields|yielding)\s|(?<!\p{L})(?:add|adding|subtract|subtracting|plus|minus|abzüglich|zuzüglich|moins|menos|más|mais|restar|sumar|ajouter|soustraire)\s[^:\n]{0,30}:\s)$`,
  "iu",
);

const PREPOSITION = /(?<!\p{L})(?:at|on)\s*$/iu;
const RESULT_BEFORE = lazyPattern(
  String.raw`(?:[=≈→⇒∴➜|]|->|=>|(?<!\p{L})(?:result|score|sum|value|estimate[sd]?|estimation|calculated|computed|equals?|comes (?:out )?to|adds up to|sums (?:up )?to|gives?(?: us)?|giving|yields?|yielding|works out (?:to|at|as)|get|obtain|therefore|thus|hence|so|resulting in|is then|amounts to|i\.e\.|namely|ergebnis|resultado|résultat|puntuación|wert)(?!\p{L})[\s\w]{0,20}?(?:[:=|]|(?<!\p{L})(?:is|of|to|at|be))?)\s*(?:["'([*~≈]|(?:approximately|approx\.?|about|around|roughly)(?!\p{L})|\s)*$`,
  "iu",
);

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
  if (isNone(context, head, before, after)) return undefined;
  const isAnother = isOfAnother({ ...context, asked }, head, before, after);
  if (isBeside) return isAnother || isOfPoints(context, after) ? undefined : only("in brackets");
  if (isOnTheWay(context, after)) return undefined;
  const share = shareOf(asked, head, before, after);
  if (isLead(context, head, isEnd) && !isOtherBehind(after, asked))
    return { strength: context.announced ?? "leads", share };
  const named = namedStrength({ ...context, asked }, share, before, after);
  if (named !== undefined) return named;
  return isAnother || isOther(head, before, after, asked) ? undefined : unnamed(context, head, before, isEnd);
}

/** A part of the formula, one of several values to compare with, or a value whose sentence was cut off. */
const isNone = <T>({ place, asked }: Context<T>, head: string, before: string, after: string): boolean =>
  UNFINISHED_AFTER.test(after) ||
  isOnTheWayBefore(place, head, before) ||
  (isOfReferences(head) && shareBefore(head, before, askedBehind(head, asked)) < NAMED);

/** How well the words around a value name the quantity: not at all in "gives an osmolal gap of 27" and "61 would be the eGFR". */
const shareOf = (asked: AskedFor, head: string, before: string, after: string): number =>
  isOtherBehind(after, asked) || namesVariant(before, asked) ? 0 : shareBefore(head, before, asked);

/** The strength of a value that the words around it name. */
function namedStrength<T>(context: Context<T>, share: number, before: string, after: string): Strong | undefined {
  const { asked } = context;
  const isOfTotal = isTotal(before, after, asked);
  if (share >= NAMED) return { strength: isFinal(before, asked) ? "stated" : "requested", share };
  if (isNamedAfter(after, asked) || isNamedNext(context, asked))
    return { strength: "requested", share: isOfTotal ? OF_TOTAL : 1 };
  return isOfTotal ? only("total") : undefined;
}

/** "final EDD: ", "the revised due date is ", but "the revised Geneva score is " for this score */
function isFinal(before: string, { words }: AskedFor): boolean {
  const [, adjective = ""] = FINAL_NAME.exec(before) ?? [];
  return adjective !== "" && !words.includes(adjective.toLowerCase());
}
const FINAL_NAME = lazyPattern(
  String.raw`(?<!\p{L})(final|revised|updated|definitive|official|agreed|assigned)\s(?:[\p{L}-]+\s){0,4}?[\p{L}-]+\s?(?:is|was|[:=])?(?:\s(?:therefore|thus|then|now))?\s?["'([*]*$`,
  "iu",
);

/** Whether a value is to compare with, or one of several that are assigned side by side. */
const isOther = (head: string, before: string, after: string, asked: AskedFor): boolean =>
  isAside(before, after, asked) || ASSIGNED_BEFORE.test(head);

/** The last of "C=1, U=1, R=0, age=1" */
const ASSIGNED_BEFORE = lazyPattern(
  String.raw`(?:[\p{L}\d]{1,12}\s?[=:]\s?\+?\d(?:\.5)?\s?[,;]\s?){2}[^,;=:]{1,20}[=:]\s?\+?$`,
  "u",
);

/** The strength of a value without a name. */
const unnamed = <T>(context: Context<T>, head: string, before: string, isEnd: boolean): Strong =>
  only(resultOf(context, before) ?? (isLast(context, head, isEnd) ? "result" : "named"));

const isLead = <T>({ isFirst }: Context<T>, head: string, isEnd: boolean): boolean =>
  isFirst && LEAD.test(head) && !/(?:^|\s)Ca\s$/.test(head) && (isEnd || !PREPOSITION.test(head));

function resultOf<T>({ place }: Context<T>, before: string): Strength | undefined {
  if (place.isSum === true) return "sum";
  return CALCULATED.test(before) || RESULT_BEFORE.test(before) ? "result" : undefined;
}

/** A value alone in its sentence, or at the end after a comma or a colon. */
const isLast = <T>({ isAlone, sentence, previous }: Context<T>, head: string, isEnd: boolean): boolean =>
  isEnd &&
  ((isAlone && LEAD.test(head)) ||
    (/[,:]\s*$/.test(head) && (previous === sentence.from || /^\P{L}*$/u.test(head.slice(previous - sentence.from)))));
