import { type AskedFor, namedIn } from "./asked-for.ts";
import {
  CHOSEN_BEFORE,
  CONDITION,
  DENIED_BEFORE,
  EMPTY_AFTER,
  EVEN_IF,
  FINAL,
  STATED_BEFORE,
  STATED_END,
  TAKES_BACK,
} from "./phrases.ts";
import { type Reading, read, type Step, type StepName, unread } from "./reading.ts";
import { type ReplyText, spanOf } from "./reply-text.ts";
import { type Sentence, sentences } from "./sentences.ts";

/** A place of a text that may give the value that is asked for. */
export interface ValuePlace<T> {
  /** Undefined: a range, a bound or a list, which is no single value. */
  readonly value: T | undefined;
  readonly from: number;
  readonly to: number;
  /** It is the result of a calculation: "= 54". */
  readonly isCalculated: boolean;
  /** It is the result of arithmetic: "1 + 2 = 3". */
  readonly isSum?: boolean;
  /** It counts only where nothing else does: a year, a per cent beside a score. */
  readonly isDoubtful?: boolean;
}

/** What a place is to the reply, from the weakest on. */
const STRENGTHS = ["beside", "named", "result", "sum", "total", "asked for", "leads", "stated", "final"] as const;
type Strength = (typeof STRENGTHS)[number];

interface Statement<T> extends ValuePlace<T> {
  readonly strength: Strength;
  /** How well the words before it name the quantity that is asked for. */
  readonly share: number;
  readonly sentence: Sentence;
  /** "with actual body weight": it holds for one of several ways. */
  readonly isVariant: boolean;
}

/** Whether two values are the same, one perhaps rounded. */
export type IsSame<T> = (a: T, b: T) => boolean;

/** Decides which place gives the value that the reply commits to. */
export function decideValue<T>(
  text: ReplyText,
  all: readonly ValuePlace<T>[],
  { asked, isSame, isUnfinished }: { asked: AskedFor; isSame: IsSame<T>; isUnfinished: boolean },
  before: readonly Step[],
): Reading<T> {
  const steps = [...before];
  const { made, leftOut } = statements(text.text, firm(all), asked);
  const spans = (places: readonly ValuePlace<T>[]) => places.map(({ from, to }) => spanOf(text, from, to));
  for (const [step, places] of Map.groupBy(leftOut, ({ why }) => why)) steps.push({ step, at: spans(places) });
  const kept = withoutTakenBack(text.text, made);
  if (kept.length < made.length)
    steps.push({ step: "took back", at: spans(made.filter((one) => !kept.includes(one))) });
  const strongest = strongestOf(kept, isSame);
  if (strongest.length === 0) return unread(steps, { step: "found no answer", at: [spanOf(text)] });
  const at = spans(strongest);
  const last = strongest.at(-1);
  if (last?.value === undefined || strongest.some(({ value }) => value === undefined))
    return unread(steps, { step: "found a range", at });
  const { value, strength } = last;
  if (isUnfinished && (strength === "named" || strength === "beside"))
    return unread(steps, { step: "found no answer", at });
  steps.push({ step: "found an answer", at, what: strength });
  if (strongest.some((one) => one.value !== undefined && !isSame(one.value, value)))
    return unread(steps, { step: "found alternatives", at });
  if (kept.length > strongest.length) steps.push({ step: "preferred the final answer", at });
  return read(steps, value, at.slice(-1), String(value));
}

/** Doubtful places count only where there is no other. */
function firm<T>(all: readonly ValuePlace<T>[]): readonly ValuePlace<T>[] {
  const kept = all.filter(({ isDoubtful }) => isDoubtful !== true);
  return firstAndLast(kept.length > 0 ? kept : all);
}

/** A loop may name values more often than that; the places in the middle add nothing. */
const MOST = 1000;
const firstAndLast = <V>(all: readonly V[]): readonly V[] =>
  all.length > 2 * MOST ? [...all.slice(0, MOST), ...all.slice(-MOST)] : all;

function strongestOf<T>(kept: readonly Statement<T>[], isSame: IsSame<T>): readonly Statement<T>[] {
  const strength = STRENGTHS.findLast((one) => kept.some((statement) => statement.strength === one));
  const group = kept.filter((one) => one.strength === strength);
  if (strength === "leads") return [...rivalsOf(kept), ...group];
  if (strength === "asked for") {
    const best = Math.max(...group.map(({ share }) => share));
    return resolved(
      group.filter(({ share }) => share === best),
      isSame,
    );
  }
  return strength === "total" || strength === "sum" || strength === "result" ? resolved(group, isSame) : group;
}

/** Other values that are stated under the name of the quantity, or as the total. */
const rivalsOf = <T>(kept: readonly Statement<T>[]): readonly Statement<T>[] =>
  kept.filter(
    ({ strength, share, isVariant, value }) =>
      (strength === "total" || (strength === "asked for" && share === 1)) && !isVariant && value !== undefined,
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

/** Leaves out what the reply takes back later. */
function withoutTakenBack<T>(text: string, made: readonly Statement<T>[]): readonly Statement<T>[] {
  const last = made.findLast(({ strength }) => strength !== "beside");
  if (last === undefined) return made;
  const mark = [...text.matchAll(TAKES_BACK)].findLast(({ index }) => index < last.from)?.index ?? -1;
  return made.filter(({ from }) => from >= mark);
}

interface LeftOut<T> extends ValuePlace<T> {
  readonly why: StepName;
}

function statements<T>(
  text: string,
  places: readonly ValuePlace<T>[],
  asked: AskedFor,
): { made: Statement<T>[]; leftOut: LeftOut<T>[] } {
  const made: Statement<T>[] = [];
  const leftOut: LeftOut<T>[] = [];
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
        isFirst: index < 2 && next === first,
        isAlone: index > 0 && next === first,
        isBeside: depth > 0 && !isOwnBracket(text, sentence, place),
        isAnnounced,
        asked,
      };
      const why = whyLeftOut(context);
      if (why === undefined) made.push(statementOf(context));
      else leftOut.push({ ...place, why });
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
const PREPOSITION = /(?<!\p{L})(?:at|on)\s*$/iu;
const LINK =
  /(?:(?<!\p{L})(?:is|was|are|be|of|to|at|on|as|equals?|equaling|gives|giving|yields|yielding|makes|has|had|ist|es|est|é|è|sería|beträgt|vaut)(?:\s(?:therefore|thus|then|now|also|only|just|still|simply|clearly))?|[:=≈→⇒|~–—-]|为|是|は)\s*(?:["'([*]|~|≈|=|(?:approximately|approx\.?|about|around|roughly|nearly|almost|estimated at|calculated as|calculated to be|the|a|an|now|in fact|circa|ca\.?|unos|aproximadamente|environ|etwa|équivaut à|therefore)(?![\p{L}])|\s)*$/iu;
const RESULT_BEFORE =
  /(?:[=≈→⇒∴➜|]|->|=>|(?<!\p{L})(?:result|score|points?|sum|value|estimate[sd]?|estimation|calculated|computed|equals?|comes (?:out )?to|gives?(?: us)?|giving|yields?|yielding|works out (?:to|at|as)|get|obtain|therefore|thus|hence|so|resulting in|is then|amounts to|ergebnis|resultado|résultat|puntuación|wert)(?!\p{L})[\s\w]{0,20}?(?:[:=|]|(?<!\p{L})(?:is|of|to|at|be))?)\s*(?:["'([*~≈]|(?:approximately|approx\.?|about|around|roughly)(?!\p{L})|\s)*$/iu;
const TOTAL_BEFORE =
  /(?<!\p{L})(?:total|sum|overall|altogether|grand total|in all|gesamt|suma|somme|合计|总分)(?!\p{L})[^.;\n=]{0,30}?["'([*:=|\s~≈→-]*$/iu;
/** A value that is the measure of something else, or of the patient. */
const INPUT_BEFORE =
  /(?<!\p{L})(?:age|aged|weigh(?:t|s|ing)|height|bmi|bp|blood pressure|heart rate|hr|rr|respiratory rate|temp(?:erature)?|spo2|sodium|potassium|chloride|bicarbonate|creatinine|albumin|glucose|urea|bun|bilirubin|inr|platelets?|male|female|patient|he|she|lmp|last menstrual period|menses|period|today|cycle|gcs on arrival)(?:'s)?\s*(?:is|was|of|on|at|:|=|,)*\s*(?:the\s)?["'([*~≈]*$/iu;
/** A value to compare with. */
const REFERENCE_BEFORE =
  /(?<!\p{L})(?:normal|normally|reference|ref|range|threshold|cut-?off|goal|limit|healthy|overweight|obese|obesity|underweight|expected|average|typical|mortality|risk|rate|measured|reported|documented|versus|compared (?:with|to)|rounded from|from|(?:target|normal) (?:is|of))(?!\p{L})[^.;:\n=]{0,30}$/iu;
const REFERENCE_AFTER =
  /^[^.;,\n\d]{0,24}(?<!\p{L})(?:threshold|cut-?off|upper limit|lower limit|on arrival|before term|until term|remaining|ago|left|in the past)(?!\p{L})/iu;
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

function statementOf<T>(context: Context<T>): Statement<T> {
  const { place, sentence, text, previous } = context;
  const head = text.slice(Math.max(sentence.from, place.from - NEAR), place.from);
  const before = text.slice(Math.max(previous, place.from - NEAR), place.from);
  const { strength, share } = strengthOf(context, head, before);
  return { ...place, strength, share, sentence, isVariant: VARIANT.test(head) };
}

interface Strong {
  readonly strength: Strength;
  readonly share: number;
}

const only = (strength: Strength): Strong => ({ strength, share: 0 });

function strengthOf<T>(context: Context<T>, head: string, before: string): Strong {
  const { place, text, sentence, asked, isBeside } = context;
  const after = text.slice(place.to, Math.min(sentence.to, place.to + NEAR));
  const isEnd = EMPTY_AFTER.test(after.replace(/^\s?[^\s,;:]{1,20}/, ""));
  if (isStated(context, head)) return only(FINAL.test(head) ? "final" : "stated");
  if (isBeside) return only("beside");
  const share = shareBefore(head, before, asked);
  if (isLead(context, head, isEnd)) return { strength: "leads", share };
  if (share >= NAMED) return { strength: "asked for", share };
  if (isNamedAfter(after, asked)) return { strength: "asked for", share: 1 };
  return only(
    REFERENCE_AFTER.test(after)
      ? "beside"
      : (resultOf(place, before) ?? (isLast(context, head, isEnd) ? "result" : "named")),
  );
}

/** Half of the words name a quantity. */
const NAMED = 0.5;

const isStated = <T>({ isAnnounced }: Context<T>, head: string): boolean =>
  (STATED_BEFORE.test(head) && !ABOUT_PART.test(head)) || CHOSEN_BEFORE.test(head) || (isAnnounced && LEAD.test(head));

const isLead = <T>({ isFirst }: Context<T>, head: string, isEnd: boolean): boolean =>
  isFirst && LEAD.test(head) && (isEnd || !PREPOSITION.test(head));

/** "08/14/2023 is the estimated due date." */
function isNamedAfter(after: string, asked: AskedFor): boolean {
  const link = /^[^\p{L}]{0,3}(?:[^.;,\n]{0,20}\s)?(?:is|was|ist|es|est)\s+(?:the|his|her|el|la)\s/iu.exec(after);
  return link !== null && namedIn(after.slice(link[0].length, 80), asked).share >= NAMED;
}

function resultOf<T>(place: ValuePlace<T>, before: string): Strength | undefined {
  if (TOTAL_BEFORE.test(before)) return "total";
  if (REFERENCE_BEFORE.test(before) || INPUT_BEFORE.test(before)) return "beside";
  if (place.isSum === true) return "sum";
  return place.isCalculated || RESULT_BEFORE.test(before) ? "result" : undefined;
}

/** A value alone in its sentence, or at the end after a comma or a colon. */
const isLast = <T>({ isAlone }: Context<T>, head: string, isEnd: boolean): boolean =>
  isEnd && ((isAlone && LEAD.test(head)) || /[,:]\s*$/.test(head));

/** How well the words before a place name the quantity that is asked for, if only a link is between them. */
function shareBefore(head: string, before: string, asked: AskedFor): number {
  for (const label of [before, head]) {
    const { share, end } = namedIn(label, asked);
    if (share === 0) continue;
    const tail = label.slice(end);
    if (/^[\s)"'\]*]*(?:(?:score|index|level|concentration|criteria|points?)\s*)*$/iu.test(tail)) return share;
    if (LINK.test(tail) && !INPUT_BEFORE.test(tail) && !REFERENCE_BEFORE.test(tail)) return share;
  }
  return 0;
}
