import { type AskedFor, namedIn } from "./asked-for.ts";
import { type Commitment, isWeaker, type LeftOut, type Strength } from "./commitment.ts";
import { decide, type IsSame, strongestOf } from "./decide.ts";
import {
  CHOSEN_BEFORE,
  CONDITION,
  DENIED_BEFORE,
  EMPTY_AFTER,
  EVEN_IF,
  FINAL,
  STATED_BEFORE,
  STATED_END,
} from "./phrases.ts";
import type { Reading, Step, StepName } from "./reading.ts";
import type { ReplyText } from "./reply-text.ts";
import { type Sentence, sentences } from "./sentences.ts";

/** A place of a text that may give the value of the question. */
export interface ValuePlace<T> {
  /** Undefined: a range, a bound or a list, which is no single value. */
  readonly value: T | undefined;
  readonly from: number;
  readonly to: number;
  /** It is the result of arithmetic: "1 + 2 = 3". */
  readonly isSum?: boolean;
  /** It counts only where nothing else does: a year, a per cent next to a score. */
  readonly isDoubtful?: boolean;
}

interface Statement<T> extends ValuePlace<T>, Commitment<T> {
  /** How well the words before it name the quantity of the question. */
  readonly share: number;
  readonly sentence: Sentence;
  /** It is the result of a calculation: "= 54". */
  readonly isCalculated: boolean;
  /** Another value that is possible too: "or 50", "maybe 50". */
  readonly isAlso: boolean;
  /** "with actual body weight": it holds for one of several ways. */
  readonly isVariant: boolean;
}

/** Decides which place gives the value that the reply commits to. */
export function decideValue<T>(
  text: ReplyText,
  all: readonly ValuePlace<T>[],
  { asked, isSame, isUnfinished }: { asked: AskedFor; isSame: IsSame<T>; isUnfinished: boolean },
  before: readonly Step[],
): Reading<T> {
  const found = statements(text.text, firm(all), asked);
  return decide<T, Statement<T>>(text, found, before, {
    isSame,
    deciding: (kept) => deciding(text.text, kept, found.leftOut, isSame, isUnfinished),
    isAnswer: ({ strength }) => strength !== "in brackets",
    withoutValue: "found a range",
    nameOf: ({ strength }) => strength,
  });
}

/** The strongest statements, and another value that is possible too; none if they are not sure enough. */
function deciding<T>(
  text: string,
  kept: readonly Statement<T>[],
  leftOut: readonly LeftOutValue<T>[],
  isSame: IsSame<T>,
  isUnfinished: boolean,
): readonly Statement<T>[] {
  const strongest = decisiveOf(text, kept, isSame);
  const [last] = strongest.slice(-1);
  if (last === undefined) return [];
  const also = kept.find((one) => one.isAlso && strongest.some(({ sentence }) => sentence === one.sentence));
  if (also !== undefined) return [also, ...strongest];
  return last.value !== undefined && isUnsure(text, last.strength, leftOut, isUnfinished) ? [] : strongest;
}

/** Whether a weak place may be an input or a step on the way. */
function isUnsure<T>(
  text: string,
  strength: Strength,
  leftOut: readonly LeftOutValue<T>[],
  isUnfinished: boolean,
): boolean {
  if (isBelow(strength) && CUT_OFF.test(text.slice(-NEAR))) return true;
  if (strength !== "named" && strength !== "in brackets") return false;
  const isInput = ({ why, value }: LeftOutValue<T>) => why === "left out an input" && value !== undefined;
  return isUnfinished || (strength === "named" && leftOut.some(isInput));
}

const isBelow = (strength: Strength): boolean => isWeaker(strength, "total");
/** The last word is one that cannot end a text. */
const CUT_OFF =
  /(?:^|[\s.])(?:the|an?|next|then|so|thus|now|therefore|hence|and|or|for|with|using|this|we|i|in|to|of|is|are|it|step \d*|first|finally|her|his|by)\s*$/iu;

/** Doubtful places count only where there is no other. */
function firm<T>(all: readonly ValuePlace<T>[]): readonly ValuePlace<T>[] {
  const kept = all.filter(({ isDoubtful }) => isDoubtful !== true);
  return firstAndLast(kept.length > 0 ? kept : all);
}

/** A loop may name values more often than that; the places in the middle add nothing. */
const MOST = 1000;
const firstAndLast = <V>(all: readonly V[]): readonly V[] =>
  all.length > 2 * MOST ? [...all.slice(0, MOST), ...all.slice(-MOST)] : all;

function decisiveOf<T>(text: string, kept: readonly Statement<T>[], isSame: IsSame<T>): readonly Statement<T>[] {
  const group = strongestOf(kept);
  const strength = group[0]?.strength;
  if (strength === "leads") return [...rivalsOf(kept), ...group];
  if (strength === "requested") {
    const best = Math.max(...group.map(({ share }) => share));
    const named = resolved(
      group.filter(({ share }) => share === best),
      isSame,
    );
    return corrected(text, named, kept) ?? named;
  }
  return strength === "total" || strength === "sum" || strength === "result" ? resolved(group, isSame) : group;
}

/** "CrCl = 50.5. For a woman: 50.5 × 0.85 = 42.9" goes on to calculate with the value. */
function corrected<T>(
  text: string,
  [named, ...others]: readonly Statement<T>[],
  kept: readonly Statement<T>[],
): readonly Statement<T>[] | undefined {
  if (named === undefined || others.length > 0 || !named.isCalculated) return undefined;
  const value = text.slice(named.from, named.to);
  const last = kept.findLast(({ isSum, from }) => isSum === true && from > named.to);
  return last?.sentence.text.slice(0, NEAR).includes(value) === true ? [last] : undefined;
}

/** Other values that are stated under the name of the quantity, or as the total. */
const rivalsOf = <T>(kept: readonly Statement<T>[]): readonly Statement<T>[] =>
  kept.filter(
    ({ strength, share, isVariant, value }) =>
      (strength === "total" || (strength === "requested" && share === 1)) && !isVariant && value !== undefined,
  );

/** Of the steps of a calculation the last counts, unless they are the values of several ways. */
function resolved<T>(group: readonly Statement<T>[], isSame: IsSame<T>): readonly Statement<T>[] {
  const last = group.at(-1);
  if (last === undefined || group.some(({ isVariant }) => isVariant)) return group;
  const others = group.filter(
    ({ value }) => value === undefined || last.value === undefined || !isSame(value, last.value),
  );
  if (others.every(({ isCalculated, sentence }) => isCalculated || sentence === last.sentence)) return [last];
  return group;
}

interface LeftOutValue<T> extends ValuePlace<T>, LeftOut {}

function statements<T>(
  text: string,
  places: readonly ValuePlace<T>[],
  asked: AskedFor,
): { made: Statement<T>[]; leftOut: LeftOutValue<T>[] } {
  const made: Statement<T>[] = [];
  const leftOut: LeftOutValue<T>[] = [];
  const all = sentences({ text }, within(places));
  let next = 0;
  let isAnnounced = false;
  for (const [index, sentence] of all.entries()) {
    let previous = sentence.from;
    let depth = 0;
    const first = next;
    for (let place = places[next]; place !== undefined && place.from < sentence.to; place = places[++next]) {
      depth = depthAfter(text, previous, place.from, depth);
      const context: Context<T> = {
        text,
        place,
        sentence,
        previous,
        next: places[next + 1]?.from ?? text.length,
        isFirst: index < 2 && next === first,
        isAlone: index > 0 && next === first,
        isBeside: depth > 0 && !isOwnBracket(text, sentence, place),
        isAnnounced,
        asked,
      };
      const why = whyLeftOut(context);
      const statement = why === undefined ? statementOf(context) : undefined;
      if (statement === undefined) leftOut.push({ ...place, why: why ?? "left out an input" });
      else made.push(statement);
      previous = place.to;
    }
    if (sentence.text.length < NEAR) isAnnounced = next === first && STATED_END.test(sentence.text);
    else isAnnounced = false;
  }
  return { made, leftOut };
}

interface Context<T> {
  readonly text: string;
  readonly place: ValuePlace<T>;
  readonly sentence: Sentence;
  /** The end of the place before it in its sentence, or the start of the sentence. */
  readonly previous: number;
  /** The start of the place after it. */
  readonly next: number;
  /** The first place of one of the first sentences. */
  readonly isFirst: boolean;
  readonly isAlone: boolean;
  /** In brackets, with text before them. */
  readonly isBeside: boolean;
  readonly isAnnounced: boolean;
  readonly asked: AskedFor;
}

const NEAR = 160;

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

const isOwnBracket = <T>(text: string, sentence: Sentence, { from }: ValuePlace<T>): boolean =>
  /^[\s"'([]*$/.test(text.slice(sentence.from, from).slice(-NEAR));

/** Words that may stand before a value that begins a reply. */
const LEAD =
  /^[^\p{L}\p{N}]*(?:(?:sure|certainly|okay|ok|of course|answer|approx(?:imately|\.)?|about|around|roughly|circa|ca\.?|at|on|probably|likely|maybe|perhaps|estimated|it is|it's|this is|this would be|that is|that would be|it would be|=|environ|etwa|ungefähr|unos|cerca de|aproximadamente|约|大约|約)[\s,:.!]*){0,3}["'([*~≈=→⇒:]*\s?$/iu;
const CALCULATED = /(?:[=≈]\s?[^\d=]{0,12}|(?<!\p{L})(?:gives|giving|yields|yielding)\s)$/u;
/** The text after a value that is no result yet: "= ". */
const GOES_ON =
  /^[^=→\n]{0,40}(?:[=→⇒≈]|->|=>|(?<!\p{L})(?:equals?|(?:is )?equivalent to|corresponds? to))\s*(?:~|≈|about )?$/iu;
/** A quantity to find is not yet found: "To find the clearance, ..." */
const TO_FIND =
  /^[^\p{L}]*(?:first,? )?(?:to|in order to|we|let's|i) (?:\p{L}+ ){0,2}(?:find|calculate|compute|determine|estimate|get)(?!\p{L})/iu;
const PREPOSITION = /(?<!\p{L})(?:at|on)\s*$/iu;
const LINK =
  /(?:(?<!\p{L})(?:is|was|are|be|of|to|at|on|as|equals?|equaling|gives|giving|yields|yielding|makes|ist|es|est|é|è|sería|beträgt|vaut)(?:\s(?:therefore|thus|then|now|also|only|just|still|simply|clearly))?|[:=≈→⇒|~–—-]|为|是|は)\s*(?:["'([*]|~|≈|=|(?:approximately|approx\.?|about|around|roughly|nearly|almost|estimated at|calculated as|calculated to be|the|a|an|now|in fact|circa|ca\.?|unos|aproximadamente|environ|etwa|équivaut à|therefore)(?![\p{L}])|\s)*$/iu;
const RESULT_BEFORE =
  /(?:[=≈→⇒∴➜|]|->|=>|(?<!\p{L})(?:result|score|sum|value|estimate[sd]?|estimation|calculated|computed|equals?|comes (?:out )?to|adds up to|sums (?:up )?to|gives?(?: us)?|giving|yields?|yielding|works out (?:to|at|as)|get|obtain|therefore|thus|hence|so|resulting in|is then|amounts to|ergebnis|resultado|résultat|puntuación|wert)(?!\p{L})[\s\w]{0,20}?(?:[:=|]|(?<!\p{L})(?:is|of|to|at|be))?)\s*(?:["'([*~≈]|(?:approximately|approx\.?|about|around|roughly)(?!\p{L})|\s)*$/iu;
const TOTAL_BEFORE =
  /(?<!\p{L}|in )(?:total|sum|overall|altogether|grand total|in all|in total(?!\s?:)|gesamt|suma|somme|合计|总分)(?!\p{L})[^.;\n=]{0,30}?["'([*:=|\s~≈→-]*$/iu;
const TOTAL_AFTER =
  /^\s?(?:points?\s)?(?:in total|altogether|in all)(?!\p{L})|^\s(?:of the\s)?(?:\p{L}+\s){0,2}criteria(?:\s(?:are|is|were|was))?(?:\s(?:met|fulfilled|present|positive)|[.!]?$)/iu;
/** "the correct value is" */
const VALUE_STATED =
  /(?<!\p{L})(?:correct|right|final|required|requested|true|asked for|calculated)\s+(?:value|result|score|date|age|figure|number|dose|total|estimate)\s*(?:is|was|of|:|=)\s*(?:therefore\s|thus\s|then\s|about\s|approximately\s)?["'([*~≈]*$/iu;
/** Another value that is possible too. */
const ALSO_BEFORE =
  /(?<!\p{L})(?:or|maybe|perhaps|possibly|alternatively|oder|ou)\s(?:it (?:is|may be|could be)\s)?$/iu;
const ALSO_AFTER = /^\s?(?:points?\s)?(?:otherwise|if not)(?!\p{L})/iu;
/** A value that is the measure of something else, or of the patient. */
const INPUT_BEFORE =
  /(?<!\p{L})(?:age|aged|weigh(?:t|s|ing)|height|bmi|bp|blood pressure|heart rate|hr|rr|respiratory rate|temp(?:erature)?|spo2|sodium|potassium|chloride|bicarbonate|creatinine|albumin|glucose|urea|bun|bilirubin|inr|platelets?|(?:correction )?factor|lmp|last menstrual period|menses|period|today|cycle|gcs on arrival)(?:'s)?\s*(?:(?:is|was|of|on|at)\s|[:=,]\s?)*(?:the\s)?["'([*~≈]*$|(?<!\p{L})(?:male|female|patient|he|she)(?:'s)?\s(?:is|was)\s$/iu;
/** A value to compare with. */
const REFERENCE_BEFORE =
  /(?<!\p{L})(?:normal|normally|reference|ref|range|threshold|cut-?off|goal|limit|healthy|overweight|obese|obesity|underweight|expected|average|typical|mortality|risk|rate|measured|reported|documented|versus|compared (?:with|to)|rounded from|from|(?:target|normal) (?:is|of))(?!\p{L})[^.;:\n=]{0,30}$/iu;
/** "a score of 0-1 means" is about all patients. */
const INDEFINITE =
  /(?:^|[;:.]\s?)[^\p{L}]*(?:an?|any)\s(?:\p{L}+\s)?(?:score|value|level|result)s?\s(?:of|between|from|above|below)\s$/iu;
const REFERENCE_AFTER =
  /^\s?of (?:the )?(?:normal|patients|baseline)|^[^.;,\n\d]{0,24}(?<!\p{L})(?:threshold|cut-?off|upper limit|lower limit|on arrival|before term|until term|remaining|ago|left|in the past|initially|at first)(?!\p{L})/iu;
/** "PE most likely: 3" states no answer. */
const ABOUT_PART = /(?<!\p{L})(?:likely|best|better|right)["')\]]*\s*(?:is|:)?\s*$/iu;
const VARIANT =
  /(?:^|[\s(,;:])(?:with(?!\s(?:an?\s)?(?:age|score))|using|if|by the|for an?|based on|when|without|assuming)\s/iu;
const HYPOTHETICAL = /(?<!\p{L})(?:would (?:be|have|give|yield)|were|had)(?!\p{L})/iu;

function whyLeftOut<T>({ text, place, sentence, previous }: Context<T>): StepName | undefined {
  const before = text.slice(Math.max(previous, place.from - NEAR), place.from);
  if (place.value !== undefined && DENIED_BEFORE.test(before)) return "left out a denial";
  const head = text.slice(Math.max(sentence.from, place.from - 2 * NEAR), place.from);
  const isConditional = CONDITION.test(head) && !EVEN_IF.test(head);
  if (isConditional && HYPOTHETICAL.test(sentence.text.slice(0, 4 * NEAR))) return "left out a condition";
  return sentence.isQuestion && !LEAD.test(head) ? "left out a question" : undefined;
}

/** Undefined: it is an input, a step on the way, or a value to compare with. */
function statementOf<T>(context: Context<T>): Statement<T> | undefined {
  const { place, sentence, text, previous } = context;
  const head = text.slice(Math.max(sentence.from, place.from - NEAR), place.from);
  const before = text.slice(Math.max(previous, place.from - NEAR), place.from);
  const strong = strengthOf(context, head, before);
  if (strong === undefined) return undefined;
  const isAlso =
    previous > sentence.from &&
    ((ALSO_BEFORE.test(before) && !isOtherUnit(before, text.slice(place.to, place.to + 12))) ||
      ALSO_AFTER.test(text.slice(place.to, place.to + 24)));
  const isCalculated = CALCULATED.test(before);
  const values = place.value === undefined ? [] : [place.value];
  return { ...place, values, ...strong, sentence, isCalculated, isAlso, isVariant: VARIANT.test(head) };
}

/** "70.7 kg or 155.9 lb" is one value in two units. */
function isOtherUnit(before: string, after: string): boolean {
  const [, unit = ""] = /^\s?([^\s\d,;()]+)/.exec(before) ?? [];
  const [, other = ""] = /^\s?([^\s\d,;().]+)/.exec(after) ?? [];
  return unit !== "" && other !== "" && !["or", "points", "point", unit].includes(other) && unit !== "or";
}

interface Strong {
  readonly strength: Strength;
  readonly share: number;
}

const only = (strength: Strength): Strong => ({ strength, share: 0 });

function strengthOf<T>(context: Context<T>, head: string, before: string): Strong | undefined {
  const { place, text, sentence, asked, isBeside } = context;
  const after = text.slice(place.to, Math.min(sentence.to, place.to + NEAR));
  const isEnd = EMPTY_AFTER.test(after.replace(/^\s?[^\s,;:]{1,20}/, ""));
  if (isStated(context, head)) return only(FINAL.test(head) ? "final" : "stated");
  if (isBeside) return only("in brackets");
  if (isIntermediate(context)) return undefined;
  const share = shareBefore(head, before, asked);
  if (isLead(context, head, isEnd)) return { strength: "leads", share };
  if (share >= NAMED) return { strength: "requested", share };
  if (isNamedAfter(after, asked)) return { strength: "requested", share: 1 };
  if ((TOTAL_BEFORE.test(before) && !REFERENCE_AFTER.test(after)) || TOTAL_AFTER.test(after)) return only("total");
  if (isAside(before, after, asked)) return undefined;
  return only(resultOf(context, before) ?? (isLast(context, head, isEnd) ? "result" : "named"));
}

function isAside(before: string, after: string, { words }: AskedFor): boolean {
  if (REFERENCE_AFTER.test(after) || INPUT_BEFORE.test(before)) return true;
  if (INDEFINITE.test(before)) return true;
  const reference = REFERENCE_BEFORE.exec(before)?.[0].split(" ", 1)[0];
  return reference !== undefined && !words.includes(reference.toLowerCase());
}

/** "4 mg of one drug = " goes on to the result. */
const isIntermediate = <T>({ text, place, next }: Context<T>): boolean =>
  next - place.to < NEAR && next < text.length && GOES_ON.test(text.slice(place.to, next));

/** Half of the words name a quantity. */
const NAMED = 0.5;

const isStated = <T>({ isAnnounced }: Context<T>, head: string): boolean =>
  (STATED_BEFORE.test(head) && !ABOUT_PART.test(head)) ||
  VALUE_STATED.test(head) ||
  CHOSEN_BEFORE.test(head) ||
  (isAnnounced && LEAD.test(head));

const isLead = <T>({ isFirst }: Context<T>, head: string, isEnd: boolean): boolean =>
  isFirst && LEAD.test(head) && (isEnd || !PREPOSITION.test(head));

/** "08/14/2023 is the estimated due date." */
function isNamedAfter(after: string, asked: AskedFor): boolean {
  const link = /^[^\p{L}]{0,3}(?:[^.;,\n]{0,20}\s)?(?:is|was|ist|es|est)\s+(?:the|his|her|el|la)\s/iu.exec(after);
  return link !== null && namedIn(after.slice(link[0].length, 80), asked).share >= NAMED;
}

function resultOf<T>({ place }: Context<T>, before: string): Strength | undefined {
  if (place.isSum === true) return "sum";
  return CALCULATED.test(before) || RESULT_BEFORE.test(before) ? "result" : undefined;
}

/** A value alone in its sentence, or at the end after a comma or a colon. */
const isLast = <T>({ isAlone, sentence, previous }: Context<T>, head: string, isEnd: boolean): boolean =>
  isEnd &&
  ((isAlone && LEAD.test(head)) ||
    (/[,:]\s*$/.test(head) && (previous === sentence.from || /^\P{L}*$/u.test(head.slice(previous - sentence.from)))));

/** How well the words before a place name the quantity of the question, if only a link is between them. */
function shareBefore(head: string, before: string, asked: AskedFor): number {
  if (TO_FIND.test(head)) return 0;
  const near = linkedShare(before, asked, true);
  return near > 0 || NEW_CLAUSE.test(before) ? near : linkedShare(head, asked, false);
}

/** Another quantity follows: ", a chloride of", "and the patient is". */
const NEW_CLAUSE =
  /(?:[,;]|(?<!\p{L})(?:and|while|but|with|using|given|based on|assuming|und|y|et))\s+(?!(?:is|was|equals?|comes|gives|to|about|approximately|=)(?!\p{L}))(?:\p{L}|\d)/iu;

function linkedShare(label: string, asked: AskedFor, isNear: boolean): number {
  const { share, end } = namedIn(label, asked);
  if (share === 0) return 0;
  const tail = label.slice(end);
  if (/^[\s)"'\]*]*(?:(?:score|index|level|concentration|criteria|points?)\s*)*$/iu.test(tail)) return share;
  if (!LINK.test(tail) || REFERENCE_BEFORE.test(tail)) return 0;
  return isNear && INPUT_BEFORE.test(tail) ? 0 : share;
}
