import { announcedSentences } from "../commitments/announcements.ts";
import type { AskedFor } from "../quantities/asked-for.ts";
import { type Commitment, isWeaker, type LeftOut } from "../commitments/commitment.ts";
import { hasCondition } from "../left-out/conditions.ts";
import { isDeniedBefore } from "../left-out/denials.ts";
import type { StepName } from "../reading.ts";
import type { Sentence } from "../text/sentences.ts";
import { isOfOtherDimension, isSameUnit, unitOf } from "../quantities/units.ts";
import { type Context, NEAR } from "./value-context.ts";
import { type Moment, momentOf } from "./value-moment.ts";
import type { ValuePlace } from "./value-place.ts";
import { CALCULATED, LEAD, type Strong, strengthOf } from "./value-strength.ts";
import { isNamedAbroad } from "../quantities/named-abroad.ts";

/** A place at which a reply commits to a value. */
export interface Statement<T> extends ValuePlace<T>, Commitment<T> {
  /** How well the words before it name the quantity of the question. */
  readonly share: number;
  readonly sentence: Sentence;
  /** It is the result of a calculation: "= 54". */
  readonly isCalculated: boolean;
  /** Another value that is possible too: "or 50", "maybe 50". */
  readonly isAlso: boolean;
  /** "with actual body weight": it holds for one of several ways. */
  readonly isVariant: boolean;
  /** "would be 66" */
  readonly isHypothetical: boolean;
  /** "to reach a BMI of 24.9 he would have to lose weight" */
  readonly isAim: boolean;
  /** "7 with vasopressors" */
  readonly isWay: boolean;
  /** "The current score is 0", "which keeps the total at 2": the state of a sum that goes on. */
  readonly isRunning: boolean;
  /** The time for which it holds. */
  readonly moment: Moment | undefined;
}

/** A place whose value is no answer, with the step that leaves it out. */
export interface LeftOutValue<T> extends ValuePlace<T>, LeftOut {}

interface Found<T> {
  readonly made: readonly Statement<T>[];
  readonly leftOut: readonly LeftOutValue<T>[];
}

/** Finds what the places of a text commit to, in order. */
export function statements<T>(text: string, places: readonly ValuePlace<T>[], asked: AskedFor): Found<T> {
  const made: Statement<T>[] = [];
  const leftOut: LeftOutValue<T>[] = [];
  const inputs: Context<T>[] = [];
  let next = 0;
  let first = 0;
  let index = -1;
  let line = -1;
  let open: Open = { depth: 0, end: 0 };
  for (const sentence of announcedSentences(text, within(places), () => next > first)) {
    let previous = sentence.from;
    let depth = sentence.line === line ? openAfter(text, open, sentence.from) : 0;
    ({ line } = sentence);
    first = next;
    index++;
    for (let place = places[next]; place !== undefined && place.from < sentence.to; place = places[++next]) {
      depth = depthAfter(text, previous, place.from, depth);
      const context: Context<T> = {
        text,
        place,
        sentence,
        previous,
        next: places[next + 1]?.from ?? text.length,
        isFirst: isFirst(sentence.announced, index, next, first),
        isAlone: index > 0 && next === first,
        isBeside: depth > 0 && !isOwnBracket(text, sentence, place),
        announced: sentence.announced,
        asked,
      };
      const why = whyLeftOut(context);
      const statement = why === undefined ? statementOf(context) : undefined;
      if (statement !== undefined) made.push(statement);
      else {
        leftOut.push({ ...place, why: why ?? "left out an input" });
        if (why === undefined) inputs.push(context);
      }
      previous = place.to;
    }
    open = { depth: depthAfter(text, previous, sentence.to, depth), end: sentence.to };
  }
  return onlyAbroad({ made, leftOut }, inputs) ?? withoutOthers(text, { made, leftOut }, asked);
}

/** Whether a place leads a first or an announced sentence, or the second one if the first has no place. */
const isFirst = (announced: unknown, index: number, at: number, first: number): boolean =>
  index === 0 || announced !== undefined ? at === first : index === 1 && at === 0;

/** The only value with a label in another language, where no other place commits to a value. */
function onlyAbroad<T>({ made, leftOut }: Found<T>, inputs: readonly Context<T>[]): Found<T> | undefined {
  if (made.length > 0) return undefined;
  const [only, ...others] = inputs.filter(isNamedAbroad);
  if (only === undefined || others.length > 0) return undefined;
  return {
    made: [statementWith(only, { strength: "result", share: 0 })],
    leftOut: leftOut.filter(({ from }) => from !== only.place.from),
  };
}

/** Leaves out the values of another time and in another unit, where the reply also has that of the question. */
function withoutOthers<T>(text: string, found: Found<T>, asked: AskedFor): Found<T> {
  const { made, leftOut } = withRounded(text, found);
  const isOfTime = asked.time !== undefined || made.some(({ moment }) => moment === "asked" || moment === "present");
  // "On arrival GCS 14. After the seizure 9. Currently 13."
  const isThen = made.some(({ moment }) => moment === "other");
  const now = made.findLast(({ moment, value }) => moment === "present" && value !== undefined)?.from ?? 0;
  const isInUnit = (one: Statement<T>) => isSameUnit(unitOf(text, one), asked.unit);
  const sentencesInUnit = new Set(
    asked.unit === undefined
      ? []
      : made.filter((one) => one.value !== undefined && isInUnit(one)).map(({ sentence }) => sentence),
  );
  const lastReal = made.findLast(({ isHypothetical, values }) => !isHypothetical && values.length > 0)?.from ?? 0;
  /** "It would be 66" before "it is 52" */
  const isUnreal = ({ isHypothetical, from }: Statement<T>): boolean => isHypothetical && from < lastReal;
  const enough = made.length > 1 ? "stated" : "leads";
  /** "170 cm" for a BMI */
  /** "300 mg per dose; the strength is unknown.": the reply has more than the value. */
  const isMoreSaid = ({ to }: Statement<T>): boolean =>
    /\p{L}{3}[^\p{L}]+\p{L}{2}[^\p{L}]+\p{L}{2}/u.test(text.slice(to + 1).split("\n", 1)[0] ?? "");
  const isMeasuredElse = (one: Statement<T>, unit = ""): boolean => {
    if (one.isSum === true && made.length === 1) return false;
    const isFree = isWeaker(one.strength, enough) || (one.strength === "leads" && isMoreSaid(one));
    return isFree && isOfOtherDimension(unit, asked.unit ?? "");
  };
  const isOfElse = (one: Statement<T>): boolean => isOfOtherDimension(unitOf(text, one) ?? "", asked.unit ?? "");
  const isLinked = ({ from }: Statement<T>): boolean => /[:=]\s*$/.test(text.slice(from - 4, from));
  const results = made.filter((one) => one.value !== undefined && !isOfElse(one));
  const linked = results.filter(isLinked);
  const linkedInUnit = linked.filter(isInUnit);
  const lastRequested = results.findLast(({ strength }) => strength === "requested");
  const isBehind = (one: Statement<T>) => (other: Statement<T>) =>
    other.from >= one.to && other.sentence === one.sentence;
  const isListedBefore = (one: Statement<T>) => (other: Statement<T>) =>
    other.from >= one.to && other.from < one.to + NEAR && LISTED.test(text.slice(one.to, other.from));
  /** "Answer: 170 cm, 79.2 kg, 27.4", "Answer: 1.70 m; 79.2 kg; BMI 27.4" and "creatinine 0.9, male: 101 mL/min" list inputs before the result. */
  const isInputOf = (one: Statement<T>): boolean => {
    if (isOfElse(one))
      return (
        (lastRequested !== undefined && lastRequested.from > one.to && lastRequested.sentence !== one.sentence) ||
        linked.some(isBehind(one)) ||
        results.some(isListedBefore(one))
      );
    return one.strength === "named" && !isInUnit(one) && linkedInUnit.some(isBehind(one));
  };
  const isAim = (one: Statement<T>): boolean =>
    one.isAim &&
    made.some((other) => other.from < one.from && other.value !== undefined && !isWeaker(other.strength, "requested"));
  const isOffered = (one: Statement<T>): boolean =>
    OFFERED.test(one.sentence.text.slice(0, NEAR)) &&
    made.some(({ to, sentence, value }) => to <= one.from && sentence !== one.sentence && value !== undefined);
  /** "The deficit is 3.6 L. Give 1.8 L over the first day." */
  const isAdvice = (one: Statement<T>): boolean =>
    ADVICE.test(one.sentence.text.slice(0, NEAR)) &&
    ![...asked.words, ...asked.context].some((word) => ORDERED.has(word)) &&
    made.some((other) => other.to <= one.sentence.from && other.value !== undefined && isInUnit(other));
  /** "125 mL/h. This is about 42 drops per minute." */
  const isRateElse = (one: Statement<T>, unit: string | undefined): boolean =>
    asked.unit !== undefined &&
    unit?.includes("/") === true &&
    made.some((other) => other.from < one.from && isInUnit(other) && !isWeaker(other.strength, one.strength));
  const whyOther = (one: Statement<T>): StepName | undefined => {
    const unit = unitOf(text, one);
    if ([isAim, isOffered, isAdvice].some((is) => is(one))) return "left out a condition";
    if (isInputOf(one) || isMeasuredElse(one, unit)) return "left out an input";
    if (isUnreal(one)) return "left out a condition";
    if (isOfTime && (one.moment === "other" || (isThen && one.moment === undefined && one.from < now)))
      return "left out another time";
    const isOther = (sentencesInUnit.has(one.sentence) && unit !== undefined) || isRateElse(one, unit);
    return isOther && !isInUnit(one) ? "left out another unit" : undefined;
  };
  const others = made.flatMap((one) => {
    const why = whyOther(one);
    return why === undefined ? [] : [{ ...one, why }];
  });
  const left = new Set(others.map(({ from }) => from));
  return { made: made.filter(({ from }) => !left.has(from)), leftOut: [...leftOut, ...others] };
}

/** "(If you want the delta ratio, that is 1.0.)" */
const OFFERED =
  /^[^\p{L}]*(?:(?:if|in case) you (?:also |still )?(?:want|need|prefer|are asking for|would like|wanted|are interested in)|should you (?:also )?(?:want|need|prefer)|(?:wenn|falls) (?:sie|du) (?:auch |noch )?(?:die|den|das)|si (?:vous|tu) (?:voulez|veux|souhaitez)|si (?:desea|quiere|necesita)|se (?:quiser|desejar|precisar))(?!\p{L})(?![^.]*(?:round|correct|gerundet|arrond|redond|arredond))/iu;

const ADVICE =
  /^[^\p{L}]*(?:give|replace|administer|infuse|start|correct|reduce|lower|avoid|aim|limit|keep|lose|do not|don't|never)(?!\p{L})/iu;
/** Words of questions for a dose or a rate. */
const ORDERED: ReadonlySet<string> = new Set(
  "dose dosage dosing give given receive take get administer inject rate run pump infusion infuse set".split(" "),
);

/** The rounded value replaces the one that it rounds: "22.8, rounded to 23". */
function withRounded<T>(text: string, { made, leftOut }: Found<T>): Found<T> {
  const kept: Statement<T>[] = [];
  const rounded: LeftOutValue<T>[] = [];
  for (const one of made) {
    const last = kept.at(-1);
    if (last === undefined || !isRounded(text, last, one)) {
      kept.push(one);
      continue;
    }
    kept[kept.length - 1] = { ...last, value: one.value, values: one.values, from: one.from, to: one.to };
    rounded.push({ ...last, why: "left out an input" });
  }
  return { made: kept, leftOut: [...leftOut, ...rounded] };
}

const isRounded = <T>(text: string, { value: exact, to, sentence }: Statement<T>, one: Statement<T>): boolean =>
  typeof exact === "number" &&
  typeof one.value === "number" &&
  sentence === one.sentence &&
  Math.abs(exact - one.value) < 1 &&
  ROUNDS.test(text.slice(to, one.from));
const ROUNDS =
  /^\s?[^\s,;()\d]{0,12},?\s(?:(?:which|that|and|then)\s)?(?:is\s)?(?:rounded|rounds|rounding|(?:auf|ab)?gerundet|arrondi[es]?|redondead[oa]|arredondad[oa]|arrotondat[oa])(?:\s(?:up|down|off))?(?:\s(?:to|gives|auf|à|a|para))?(?:\sthe nearest (?:integer|whole number|point)\s?(?::|is|gives))?\s["'(]*$/iu;

/** Values side by side: " cm, 79.2 kg, " */
const LISTED = /^\s?[^\s,;]{1,8}(?:\s?[,;]\s(?:\p{L}+\s){0,2}[\d.]+\s?[^\s,;\d]{1,8}){0,4}\s?[,;]\s$/u;

/** The words of a value's clause before it and after it. */
function clauseAround<T>({ text, place, sentence, previous, next }: Context<T>): [before: string, after: string] {
  const before = text.slice(Math.max(previous, place.from - NEAR), place.from);
  const start = previous > sentence.from ? BOUNDARY.exec(before) : null;
  const after = text.slice(place.to, Math.min(next, sentence.to, place.to + NEAR));
  const end = BOUNDARY.exec(after)?.index ?? after.length;
  return [start === null ? before : before.slice(start.index + start[0].length), after.slice(0, end)];
}
const BOUNDARY = /[,;:()—]|\s(?:and|but|while|whereas)\s/iu;

function within<T>(places: readonly ValuePlace<T>[]): (at: number) => boolean {
  let i = 0;
  return (at) => {
    while ((places[i]?.to ?? Number.POSITIVE_INFINITY) <= at) i++;
    const place = places[i];
    return place !== undefined && place.from <= at && at < place.to - 1;
  };
}

function depthAfter(text: string, from: number, to: number, depth: number): number {
  let open = depth;
  for (let i = from; i < to; i++) {
    const one = text.charAt(i);
    if (one === "(" || one === "[") open++;
    else if (one === ")" || one === "]") open = Math.max(0, open - 1);
  }
  return open;
}

/** The brackets that are open where a sentence ends. */
interface Open {
  readonly depth: number;
  readonly end: number;
}

/** "MELD-Na: 28 (mortality 20 %; MELD: 24)": the brackets of the sentence before it, if they end on the line. */
function openAfter(text: string, { depth, end }: Open, from: number): number {
  if (depth === 0) return 0;
  const rest = text.slice(from, from + NEAR).split("\n", 1)[0] ?? "";
  return /^[^()[\]]*[)\]]/.test(rest) ? depthAfter(text, end, from, depth) : 0;
}

const isOwnBracket = <T>(text: string, sentence: Sentence, { from }: ValuePlace<T>): boolean =>
  /^[\s"'([]*$/.test(text.slice(sentence.from, from).slice(-NEAR));

/** Another value that is possible too. */
const ALSO_BEFORE =
  /(?<!\p{L})(?:or|maybe|perhaps|possibly|alternatively|oder|ou)\s(?:it (?:is|may be|could be)\s)?$/iu;
const ALSO_AFTER = /^\s?(?:points?\s)?(?:otherwise|if not)(?!\p{L})/iu;

const VARIANT =
  /(?:^|[\s(,;:])(?:with(?!\s(?:an?\s)?(?:age|score))|using|if|by the|for an?|based on|when|without|assuming|(?:mit|bei|avec|con|com)\s(?:(?:dem|le|el|o)\s)?(?=ideal|ist-|tatsächlich|angepasst|poids|peso|körper))\s?/iu;
/** "With the Devine formula it is 66.1 kg and with the Robinson formula 65.4 kg" */
const FORMULA = String.raw`(?:with|by|using|per|mit|nach|con|según|avec|selon|com|pela)\s(?:(?:the|der|la|el|le|a|o)\s)?[^,.;:\d]{0,40}(?:formula|equation|method|formel|methode|fórmula|ecuación|método|formule|équation|méthode)(?:\s\p{L}[\p{L}-]*)?`;
const FORMULA_BEFORE = new RegExp(String.raw`^[^\p{L}]*${FORMULA}`, "iu");
const FORMULA_NEXT = new RegExp(
  String.raw`(?<!\p{L})(?:and|und|y|et|e)\s${FORMULA},?(?:\s(?:it is|it gives|is|gives|sind es|es|c'est|é))?\s["'(]*$`,
  "iu",
);
const WAY_AFTER = /^\s?(?:points?\s)?(?:with|without|if|when|assuming|including|excluding|using)(?=\s|[.,;)]|$)/iu;
const HYPOTHETICAL = /(?<!\p{L})(?:would (?:be|have|give|yield)|were|had)(?!\p{L})/iu;

function whyLeftOut<T>({ text, place, sentence, previous }: Context<T>): StepName | undefined {
  const before = text.slice(Math.max(previous, place.from - NEAR), place.from);
  const after = text.slice(place.to, Math.min(sentence.to, place.to + NEAR));
  if (
    place.value !== undefined &&
    (isDeniedBefore(before) || MISTAKEN_BEFORE.test(before) || UNMET_AFTER.test(after) || WRONG_AFTER.test(after))
  )
    return "left out a denial";
  const head = text.slice(Math.max(sentence.from, place.from - 2 * NEAR), place.from);
  const turn = [...head.matchAll(TURN)].at(-1);
  const clause = turn === undefined ? head : head.slice(turn.index + turn[0].length);
  if (hasCondition(clause) && HYPOTHETICAL.test(sentence.text.slice(0, 4 * NEAR))) return "left out a condition";
  if (WOULD_BEFORE.test(before) && IF_AFTER.test(after)) return "left out a condition";
  if (/^\s*if\s[^:]*:\s?$/iu.test(clause) && hasCondition(clause)) return "left out a condition";
  return sentence.isQuestion && !LEAD.test(head) ? "left out a question" : undefined;
}
const TURN = /,?\s(?:but|however)(?!\p{L})|;\s/giu;
/** "4 is wrong", "I squared 1.74 wrongly" */
const WRONG_AFTER =
  /^\s?(?:is|was|would be)\s(?:wrong|incorrect|not (?:right|correct))(?!\p{L})|^\s(?:wrongly|incorrectly|erroneously|by mistake|in error)(?!\p{L})/iu;
/** "I misread the weight as 72" */
const MISTAKEN_BEFORE =
  /(?<!\p{L})i\s(?:mis(?:read|typed|took|copied|calculated|placed|used|squared)|(?:wrongly|mistakenly|incorrectly|erroneously)\s\p{L}+)\s(?:(?!(?:and|so|now|but|is)\s)[^.;:,=–—-]){0,30}$/iu;
/** "Two criteria are not met" */
const UNMET_AFTER =
  /^\s(?:\p{L}+\s){0,2}(?:are|is|were|was)\s(?:not|un|never)\s?(?:met|fulfilled|present|positive|satisfied)/iu;
/** A purpose of what somebody would have to do: "to reach a BMI of 24.9 he would have to ..." */
const AIM_BEFORE =
  /(?:^|[,;:.(]\s?|\s(?:and|but)\s)(?:in order )?to (?:reach|achieve|attain|(?:get|come|drop|return|fall|rise|bring|lower|reduce|raise)\s[^.,;:]{0,30}(?<!\p{L})(?:to|below|under|above))(?!\p{L})[^.,;:=]{0,40}$/iu;
const AIM_AFTER = /^[^.;:=]{0,40}(?<!\p{L})(?:would|needs? to|must|should|has to|have to)(?!\p{L})/iu;
/** "It would be 61.3 if we used the actual weight" */
const WOULD_BEFORE = /(?<!\p{L})would(?!\p{L})[^,;.]*$/iu;
const IF_AFTER = /^[^,;.]{0,24}(?<!\p{L})if\s(?!correct|so|possible|necessary)/iu;

/** Undefined: it is an input, a step on the way, or a value to compare with. */
function statementOf<T>(context: Context<T>): Statement<T> | undefined {
  const { place, sentence, text, previous } = context;
  const head = text.slice(Math.max(sentence.from, place.from - NEAR), place.from);
  const before = text.slice(Math.max(previous, place.from - NEAR), place.from);
  const isOtherwise = previous > sentence.from && ALSO_AFTER.test(text.slice(place.to, place.to + 24));
  const isNextWay = previous > sentence.from && FORMULA_BEFORE.test(head) && FORMULA_NEXT.test(before);
  const strong =
    strengthOf(context, head, before) ?? (isOtherwise || isNextWay ? { strength: "named", share: 0 } : undefined);
  return strong === undefined ? undefined : statementWith(context, strong);
}

function statementWith<T>(context: Context<T>, strong: Strong): Statement<T> {
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

const RUNNING_BEFORE =
  /(?<!\p{L})(?:(?:current|running|starting|initial)\s(?:(?!(?:is|was)\s)[^.;:=\s]{1,20}\s){0,4}?(?:score|total|count|points|sum|tally|index)(?!\p{L})|(?:score|total|count|points|sum|tally|index)\s(?:[\p{L}]+\s){0,4}?(?:is|are)\s(?:currently|now|still)(?!\p{L})|remains?|stays?|keep(?:s|ing)?|starts?)(?!\p{L})[^.;:=]{0,60}$/iu;

/** "Start at 10 mL/h and increase to 30" */
const TITRATED_AFTER =
  /^\s?(?:\S{1,12}\s)?(?:and|then|,)\s(?:then\s)?(?:increase|titrate|uptitrate|escalate|raise|reduce|taper)(?!\p{L})/iu;

/** "Add 7 days to the LMP (03/14/2023): " */
const CALCULATING =
  /^[^\p{L}]*(?:step \d{1,2}[:.)]?\s)?(?:(?:then|next|now|finally|first),?\s)?(?:add|subtract|multiply|divide|go(?:ing)? back|count)(?:ing)?\s[^:=]{1,80}[:=→⇒]\s?$|^[^\p{L}\d]{0,4}(?:[+–-]\s?)?\d{1,3}\s(?:days?|weeks?|months?|years?)\s?[:=→⇒]\s?$/iu;

/** "70.7 kg or 155.9 lb" is one value in two units. */
function isOtherUnit(before: string, after: string): boolean {
  const [, unit = ""] = /^\s?([^\s\d,;()]+)/.exec(before) ?? [];
  const [, other = ""] = /^\s?([^\s\d,;().]+)/.exec(after) ?? [];
  return unit !== "" && other !== "" && !["or", "points", "point", unit].includes(other) && unit !== "or";
}
