import { lazyPattern } from "../../text/lazy-pattern.ts";
import { isCorrectedFor } from "../numbers/corrected-for.ts";
import { isNotYet, isOfFormula, NOT_YET_AFTER } from "../quantities/before-correction.ts";
import { unitAt } from "../quantities/units.ts";
import { isItem } from "./items.ts";
import { isOfPoints } from "./points.ts";
import { isOfShare } from "./share-of-part.ts";
import { type Context, NEAR } from "./value-context.ts";
import type { ValuePlace } from "./value-place.ts";

/** Whether the words behind a value say that it is a step on the way, or no value of this patient. */
export const isOnTheWay = <T>(context: Context<T>, after: string): boolean =>
  isIntermediate(context) ||
  NOT_GIVEN_AFTER.test(after) ||
  (context.previous > context.sentence.from && ROUNDED_AFTER.test(after)) ||
  isOfShare(context, after) ||
  NOT_YET_AFTER.test(after) ||
  SEPARATES_AFTER.test(after) ||
  BOUND_AFTER.test(after) ||
  (LIMIT_AFTER.test(after) &&
    /(?<!\p{L})(?:the|an?|this|that|usual|daily|of)\s$/iu.test(
      context.text.slice(Math.max(0, context.place.from - 8), context.place.from),
    )) ||
  SUMMAND_AFTER.test(after) ||
  SO_FAR_AFTER.test(after) ||
  isItem(context) ||
  isOfPoints(context, after);
/** "3.2, or 3 when rounded" */
const ROUNDED_AFTER = /^\s?(?:\S{1,12}\s)?(?:when|if|once|after) (?:rounded|rounding)(?!\p{L})/iu;
/** "A FENa of 1% separates prerenal injury from necrosis" is about all patients. */
const SEPARATES_AFTER = lazyPattern(
  String.raw`^\s?(?:[^\s,;:.]{1,12}\s)?(?:(?:best|reliably|usually|generally)\s)?(?:separates?|distinguish(?:es)?|discriminates?|differentiates?)(?!\p{L})`,
  "iu",
);
/** "65 mm Hg or above" */
const BOUND_AFTER = lazyPattern(
  String.raw`^\s?(?:[^\s,;:.()\d]{1,6}\s){0,2}(?:or|and)\s(?:above|below|more|less|higher|lower|greater|over|under|fewer)(?!\p{L})`,
  "iu",
);
/** "above the threshold of 90 MME" */
const LIMIT_BEFORE = lazyPattern(
  String.raw`(?<!\p{L})(?:thresholds?|cut-?offs?|ceiling|(?:upper|daily|safety)\slimit)\s(?:of|at)\s(?:about\s)?$`,
  "iu",
);
/** "under the 90 MME limit" */
const LIMIT_AFTER = /^[\s-](?:[^\s,;:.()\d]{1,12}[\s-]){0,2}(?:thresholds?|limits?|cut-?offs?|ceiling)(?!\p{L})/iu;
/** "It is 2.0, so the corrected gap cannot be given" */
const NOT_GIVEN_AFTER = lazyPattern(
  String.raw`^[^.;,]{0,20},?\s(?:so|thus|therefore|hence)\s(?:the|this|that|it|her|his|an?)(?:\s[\p{L}-]+){0,4}\s(?:cannot|can't|can not|could not)\s(?:\p{L}+ly\s|yet\s)?be\s(?:given|calculated|computed|determined|derived|estimated|reported|stated)(?!\p{L})`,
  "iu",
);

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

/** A part of the formula, a value for which another one is corrected, or one before its correction. */
export const isOnTheWayBefore = <T>(place: ValuePlace<T>, head: string, before: string): boolean =>
  SO_FAR_BEFORE.test(before) ||
  LIMIT_BEFORE.test(before) ||
  ROOT_BEFORE.test(head) ||
  isOfFormula(head) ||
  isCorrectedFor(head) ||
  isNotYet(head) ||
  isStart(place, before);

/** The date from which another one is counted: "The LMP was ", "Transfer: " */
const isStart = <T>({ value }: ValuePlace<T>, before: string): boolean =>
  typeof value === "string" && START.test(before);
const START =
  /(?<!(?<!\p{L})(?:by|per|from|with|using)\s(?:the\s)?)(?<!\p{L})(?:LMP|FUM|DUM|letzte (?:Regel|Periode)|last (?:menstrual )?period|(?:embryo )?transfer)\s?(?:was|is|began|started|:|=)?\s?(?:on\s)?$/iu;

/** The text after a value that is no result yet: "= ". */
const GOES_ON = lazyPattern(
  String.raw`^(?:(?![;.]\s|\(\s?(?:\p{L}|[≈=~])|\|)[^=→\n]){0,40}(?:[=→⇒≈]|->|=>|(?<!\p{L})(?:equals?|(?:is )?equivalent to|corresponds? to))\s*(?:~|≈|about )?$`,
  "iu",
);

/** "Running total so far: 6", "So far we have 3 points": the count goes on. */
const SO_FAR =
  "(?:(?:thus |so )far|until now|up to now|sub-?total|(?:running|interim|intermediate|partial|provisional) (?:total|score|sum|count|tally|result)|zwischen(?:summe|stand|ergebnis)|bisher|bislang|hasta ahora|por ahora|jusqu'ici|sous-total|até agora|finora|subtotale|parziale)";
const SO_FAR_BEFORE = lazyPattern(String.raw`(?<!\p{L})${SO_FAR}(?!\p{L})[^.;\n\d]{0,30}$`, "iu");
const SO_FAR_AFTER = lazyPattern(String.raw`^\s?(?:points?\s|punkte\s|puntos\s|pontos\s)?${SO_FAR}(?!\p{L})`, "iu");

/** "√0.75 = ": the root of one number is a part of the formula. */
const ROOT_BEFORE = /(?:^|[;,.:]\s)√\s?\(?\d+(?:\.\d+)?\)?\s?[=≈]\s?$/u;
