import { lazyPattern } from "../../text/lazy-pattern.ts";
import { CALCULATED, type Strong } from "./value-strength.ts";
import { WOULD_BEFORE } from "./why-left-out-value.ts";
import type { Statement } from "./statement.ts";
import { type Context, NEAR } from "./value-context.ts";
import { momentOf } from "./value-moment.ts";

/** Makes the statement of a value, with what the words around it say of it. */
export function statementWith<T>(context: Context<T>, strong: Strong): Statement<T> {
  const { place, sentence, text, previous } = context;
  const head = text.slice(Math.max(sentence.from, place.from - NEAR), place.from);
  const before = text.slice(Math.max(previous, place.from - NEAR), place.from);
  const after = text.slice(place.to, place.to + 24);
  const isAlso =
    (previous > sentence.from && ALSO_AFTER.test(after)) ||
    (previous > sentence.from &&
      ALSO_BEFORE.test(before) &&
      !isOtherUnit(before, after.slice(0, 12)) &&
      !(context.isBeside && WAY_AFTER.test(after)));
  const isCalculated = CALCULATED.test(before) || CALCULATING.test(head);
  const values = place.value === undefined || TITRATED_AFTER.test(after) ? [] : [place.value];
  return {
    ...place,
    values,
    ...strong,
    sentence,
    isCalculated,
    isAlso,
    isVariant: VARIANT.test(head),
    isWay: WAY_AFTER.test(after),
    isHypothetical: WOULD_BEFORE.test(before),
    isRunning: RUNNING_BEFORE.test(before),
    isAim: AIM_BEFORE.test(before) && AIM_AFTER.test(text.slice(place.to, Math.min(sentence.to, place.to + NEAR))),
    moment: momentOf(...clauseAround(context), context.asked),
  };
}

/** The words of a value's clause before it and after it. */
function clauseAround<T>({ text, place, sentence, previous, next }: Context<T>): [before: string, after: string] {
  const before = text.slice(Math.max(previous, place.from - NEAR), place.from);
  const start = previous > sentence.from ? BOUNDARY.exec(before) : null;
  const after = text.slice(place.to, Math.min(next, sentence.to, place.to + NEAR));
  const end = BOUNDARY.exec(after)?.index ?? after.length;
  return [start === null ? before : before.slice(start.index + start[0].length), after.slice(0, end)];
}
const BOUNDARY = /[,;:()—]|\s(?:and|but|while|whereas)\s/iu;

/** Another value that is possible too. */
const ALSO_BEFORE =
  /(?<!\p{L})(?:or|maybe|perhaps|possibly|alternatively|oder|ou)\s(?:it (?:is|may be|could be)\s)?$/iu;

/** "4 otherwise" */
export const ALSO_AFTER = /^\s?(?:points?\s)?(?:otherwise|if not)(?!\p{L})/iu;

const VARIANT =
  /(?:^|[\s(,;:])(?:with(?!\s(?:an?\s)?(?:age|score))|using|if|by the|for an?|based on|when|without|assuming|(?:mit|bei|avec|con|com)\s(?:(?:dem|le|el|o)\s)?(?=ideal|ist-|tatsächlich|angepasst|poids|peso|körper))\s?/iu;

const WAY_AFTER =
  /^\s?(?:[^\s\d,;:.()]{1,14}\s)?(?:with|without|if|when|assuming|including|excluding|using|counting|by|per)(?=\s|[.,;)]|$)/iu;

/** A goal that somebody would have to reach: "to reach a BMI of 24.9 he would have to ..." */
const AIM_BEFORE = lazyPattern(
  String.raw`(?:^|[,;:.(]\s?|\s(?:and|but)\s)(?:in order )?to (?:reach|achieve|attain|(?:get|come|drop|return|fall|rise|bring|lower|reduce|raise)\s[^.,;:]{0,30}(?<!\p{L})(?:to|below|under|above))(?!\p{L})[^.,;:=]{0,40}$`,
  "iu",
);
const AIM_AFTER = /^[^.;:=]{0,40}(?<!\p{L})(?:would|needs? to|must|should|has to|have to)(?!\p{L})/iu;

const RUNNING_BEFORE = lazyPattern(
  String.raw`(?<!\p{L})(?:(?:current|running|starting|initial)\s(?:(?!(?:is|was)\s)[^.;:=\s]{1,20}\s){0,4}?(?:score|total|count|points|sum|tally|index)(?!\p{L})|(?:score|total|count|points|sum|tally|index)\s(?:[\p{L}]+\s){0,4}?(?:is|are)\s(?:currently|now|still)(?!\p{L})|remains?|stays?|keep(?:s|ing)?|starts?|(?:bring(?:s|ing)?|leav(?:es|ing)|makes?|making)\sthe\s(?:\p{L}+\s)?(?:score|total|count|sum|tally)|total\snow)(?!\p{L})[^.;:=]{0,60}$`,
  "iu",
);

/** "Start at 10 mL/h and increase to 30" */
const TITRATED_AFTER = lazyPattern(
  String.raw`^\s?(?:\S{1,12}\s)?(?:and|then|,)\s(?:then\s)?(?:increase|titrate|uptitrate|escalate|raise|reduce|taper)(?!\p{L})`,
  "iu",
);

/** "Add 7 days to the LMP (03/14/2023): " */
const CALCULATING = lazyPattern(
  String.raw`^[^\p{L}]*(?:step \d{1,2}[:.)]?\s)?(?:(?:then|next|now|finally|first),?\s)?(?:add|subtract|multiply|divide|go(?:ing)? back|count)(?:ing)?\s[^:=]{1,80}[:=→⇒]\s?$|^[^\p{L}\d]{0,4}(?:[+–-]\s?)?\d{1,3}\s(?:days?|weeks?|months?|years?)\s?[:=→⇒]\s?$`,
  "iu",
);

/** "70.7 kg or 155.9 lb" is one value in two units. */
function isOtherUnit(before: string, after: string): boolean {
  const [, unit = ""] = /^\s?([^\s\d,;()]+)/.exec(before) ?? [];
  const [, other = ""] = /^\s?([^\s\d,;().]+)/.exec(after) ?? [];
  return unit !== "" && other !== "" && !["or", "points", "point", unit].includes(other) && unit !== "or";
}
