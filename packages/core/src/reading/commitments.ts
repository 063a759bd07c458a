import {
  ALSO_AFTER,
  ALSO_BEFORE,
  BOTH_AFTER,
  CHOSEN_BEFORE,
  CONCLUDED_BEFORE,
  CONDITION,
  CONTRAST,
  DENIED_AFTER,
  DENIED_BEFORE,
  DOUBTED,
  EVEN_IF,
  EXCEPT_BEFORE,
  FORM_BEFORE,
  FINAL,
  LEADS_AFTER,
  MAKES_AFTER,
  MAKES_BEFORE,
  MARKED_BEFORE,
  POINTED_BEFORE,
  RESTATED,
  RIGHT_AFTER,
  SEEMS_AFTER,
  STATED_BEFORE,
  STATED_EARLIER,
  STATED_END,
} from "./phrases.ts";
import { type Sentence, sentences } from "./sentences.ts";

/** A place of a text that names a value, such as a letter, the text of an option, or both. */
export interface Mention<T> {
  /** Undefined: its parts contradict each other, such as a letter with the text of another option. */
  readonly value: T | undefined;
  readonly from: number;
  readonly to: number;
  /** Whether it names the value beyond doubt: in brackets, as "option B", or with its text. */
  readonly isExplicit: boolean;
  /** A letter at the start of a line with other text after it: where that text starts. */
  readonly label?: number;
}

/** How strongly a reply commits to a value, from the weakest on. */
export const STRENGTHS = ["named", "leads", "stated", "final"] as const;
export type Strength = (typeof STRENGTHS)[number];

/** A place at which a reply commits to a value, or to several side by side. */
export interface Commitment<T> {
  /** One value; several: alternatives; none: a contradiction. */
  readonly values: readonly T[];
  readonly strength: Strength;
  readonly from: number;
  readonly to: number;
  /** The reply says that this value is possible too. */
  readonly isAlso: boolean;
  /** A label of a list: "B) Correct ..." and "B: because ..." of a list may be of the options repeated. */
  readonly label?: number;
  /** It has the form of an answer, "Answer: B", as the last line of many replies. */
  readonly isForm: boolean;
  /** A value without any other word in its sentence. */
  readonly isBare: boolean;
}

/** A place that names a value and is no commitment, with the reason. */
export interface LeftOut {
  readonly why: "denied" | "condition" | "question";
  readonly from: number;
  readonly to: number;
}

export interface Commitments<T> {
  readonly made: readonly Commitment<T>[];
  readonly leftOut: readonly LeftOut[];
}

/** A phrase near an answer is at most this long. */
const NEAR = 160;
const CONNECTED =
  /^["')\]*.:]*[\s,;/&+]*(?:(?:or|and|and\/or|nor|oder|und|ou|et|o|y|e|u|或者?|和|与|及|または|と|や|या|और|أو|و)[\s]+|(?:或者?|和|与|及|、|または|と|や)\s*)?(?:(?:either|both|(?:it )?(?:may|could|might|would) be|option|choice|answer|possibly|maybe|perhaps|also|the|la|el)\s+)*["'([*]*$/iu;
/** A boundary between the clauses of a sentence. */
const CLAUSE =
  /[;；]|,?\s(?:but|because|since|while|whereas|although|though|however|yet|sondern|aber|weil|mais|pero|porque|mas|sino|parce que|given that)\s|(?:,|，|、)\s*(?:so|and so|thus|therefore|hence|which makes|making|donc|also|因此|所以|故|但是?|而)\s*|因为|なので|ため、|क्योंकि/giu;
const EMPTY_AFTER = /^[\s.,;:!?)>"'\]*。！？｡।॥؟、✓✔✅👍]*$/u;
const EMPTY_BEFORE =
  /^[^\p{L}\p{N}]*(?:(?:the\s+)?(?:option|choice|letter|answer|opción|opção|réponse|antwort|alternativa|buchstabe|lettre|letra|选项|選択肢|विकल्प|الخيار)\s*(?:no\.?|number|#)?[\s:]*|(?:(?:it|that|this)\s+)?(?:must|has to|should|would)\s+be\s|(?:only|just|maybe|probably|likely|perhaps|possibly|definitely|clearly|most likely|surely|certainly|surely|ok|okay|sure|yes|hm+|well)[\s,:.]+){0,3}["'([*<]*$/iu;

interface Group<T> {
  readonly mentions: Mention<T>[];
  readonly from: number;
  to: number;
}

/**
 * Finds all places of a text that commit to one of the values that `mentions` name; these are in order and do not overlap.
 * `isException`: the question asks for the exception, so that "all except C" is an answer.
 */
export function findCommitments<T>(text: string, mentions: readonly Mention<T>[], isException = false): Commitments<T> {
  const isWithin = withinMentions(mentions);
  const all = sentences({ text }, isWithin);
  const made: Commitment<T>[] = [];
  const leftOut: LeftOut[] = [];
  let next = 0;
  let isAnnounced = false;
  for (const sentence of all) {
    const inside: Mention<T>[] = [];
    while (next < mentions.length && (mentions[next]?.from ?? 0) < sentence.to) {
      const mention = mentions[next++];
      if (mention !== undefined) inside.push(mention);
    }
    const found = inSentence(text, sentence, inside, { isAnnounced, isException });
    made.push(...found.made);
    leftOut.push(...found.leftOut);
    isAnnounced = inside.length === 0 && sentence.text.length < NEAR && STATED_END.test(sentence.text);
  }
  return { made, leftOut };
}

function withinMentions<T>(mentions: readonly Mention<T>[]): (at: number) => boolean {
  let i = 0;
  return (at) => {
    while (i < mentions.length && (mentions[i]?.to ?? 0) <= at) i++;
    const mention = mentions[i];
    return mention !== undefined && mention.from <= at && at < mention.to - 1;
  };
}

function inSentence<T>(
  text: string,
  sentence: Sentence,
  mentions: readonly Mention<T>[],
  around: Around,
): Commitments<T> {
  const made: Commitment<T>[] = [];
  const leftOut: LeftOut[] = [];
  if (mentions.length === 0) return { made, leftOut };
  const boundaries = clauseBoundaries(sentence.text).map(([from, to]): [number, number] => [
    sentence.from + from,
    sentence.from + to,
  ]);
  let boundary = 0;
  const groups = groupsOf(text, mentions);
  let isDenied = false;
  for (const [i, group] of groups.entries()) {
    while ((boundaries[boundary]?.[1] ?? Number.POSITIVE_INFINITY) <= group.from) boundary++;
    const start = Math.max(groups[i - 1]?.to ?? sentence.from, boundaries[boundary - 1]?.[1] ?? sentence.from);
    const following = boundaries.slice(boundary, boundary + 3).find(([from]) => from >= group.to);
    const end = Math.min(groups[i + 1]?.from ?? sentence.to, following?.[0] ?? sentence.to);
    const place: Place<T> = {
      group,
      sentence,
      before: text.slice(Math.max(start, group.from - NEAR), group.from),
      after: text.slice(group.to, Math.min(end, group.to + NEAR)),
      afterSentence: text.slice(group.to, Math.min(sentence.to, group.to + NEAR)),
      isFirst: start === sentence.from,
      isOnly: groups.length === 1,
      ...around,
      isContrast: isDenied && CONTRAST.test(text.slice(groups[i - 1]?.to ?? 0, group.from).slice(-NEAR)),
    };
    const why = whyLeftOut(text, place);
    if (why !== undefined) leftOut.push({ why, from: group.from, to: group.to });
    else {
      const commitment = commitmentOf(place);
      if (commitment !== undefined) made.push(commitment);
    }
    isDenied = why === "denied";
  }
  return { made, leftOut };
}

interface Around {
  /** The sentence before it announces the answer: "The answer is:" */
  readonly isAnnounced: boolean;
  /** The question asks for the exception, so that "all except C" is an answer. */
  readonly isException: boolean;
}

interface Place<T> extends Around {
  readonly group: Group<T>;
  readonly sentence: Sentence;
  /** The text of the clause before and after the group. */
  readonly before: string;
  readonly after: string;
  /** The text of the sentence after the group. */
  readonly afterSentence: string;
  readonly isFirst: boolean;
  readonly isOnly: boolean;
  /** The group before it in the sentence is denied, and this one is the answer instead: "not A but C". */
  readonly isContrast: boolean;
}

const clauseBoundaries = (sentence: string): [number, number][] =>
  [...sentence.matchAll(CLAUSE)].map((match) => [match.index, match.index + match[0].length]);

/** Joins mentions that only "or", "and", a comma or a bracket separates. */
function groupsOf<T>(text: string, mentions: readonly Mention<T>[]): Group<T>[] {
  const groups: Group<T>[] = [];
  for (const mention of mentions) {
    const last = groups.at(-1);
    const between = last === undefined ? "" : text.slice(last.to, mention.from);
    if (last !== undefined && between.length < 40 && CONNECTED.test(between) && !between.includes("\n")) {
      last.mentions.push(mention);
      last.to = mention.to;
    } else groups.push({ mentions: [mention], from: mention.from, to: mention.to });
  }
  return groups;
}

function whyLeftOut<T>(text: string, { group, sentence, before, after }: Place<T>): LeftOut["why"] | undefined {
  if (DENIED_BEFORE.test(before) || DENIED_AFTER.test(after)) return "denied";
  const head = text.slice(Math.max(sentence.from, group.from - 2 * NEAR), group.from);
  if (CONDITION.test(head) && !EVEN_IF.test(head)) return "condition";
  if (CONDITION.test(after) && !EVEN_IF.test(after) && /(?:would|could|might|only)/i.test(`${before}${after}`))
    return "condition";
  if (/\bonly (?:if|when)\b/i.test(after)) return "condition";
  if (RESTATED.test(sentence.text) && !/[:：]\s*$/.test(before)) return "question";
  const isBare = EMPTY_BEFORE.test(head) && EMPTY_AFTER.test(after);
  return sentence.isQuestion && !isBare ? "question" : undefined;
}

function commitmentOf<T>(place: Place<T>): Commitment<T> | undefined {
  const { group } = place;
  const strength = strengthOf(place);
  if (strength === undefined) return undefined;
  const values = group.mentions.some(({ value }) => value === undefined)
    ? []
    : [...new Set(group.mentions.flatMap(({ value }) => (value === undefined ? [] : [value])))];
  const label = group.mentions.length === 1 ? group.mentions[0]?.label : undefined;
  return {
    values,
    strength,
    from: group.from,
    to: group.to,
    isAlso:
      ALSO_BEFORE.test(place.before) ||
      ALSO_AFTER.test(place.after) ||
      (values.length > 1 && BOTH_AFTER.test(place.after)),
    isForm: strength === "stated" && FORM_BEFORE.test(place.before),
    isBare: EMPTY_BEFORE.test(place.before) && EMPTY_AFTER.test(place.afterSentence),
    ...(label === undefined ? {} : { label }),
  };
}

function strengthOf<T>(place: Place<T>): Strength | undefined {
  const { before, after, isFirst, isAnnounced, group, isOnly, afterSentence } = place;
  const isLead = isFirst && EMPTY_BEFORE.test(before);
  if (isStated(place)) {
    if (DOUBTED.test(before)) return "named";
    return FINAL.test(before) ? "final" : "stated";
  }
  if (place.isContrast || (place.isException && EXCEPT_BEFORE.test(before))) return "stated";
  if (group.mentions.length > 1 && BOTH_AFTER.test(after)) return "leads";
  if (isAnnounced && isLead) return "stated";
  if (ALSO_BEFORE.test(before) || ALSO_AFTER.test(after)) return "named";
  if (SEEMS_AFTER.test(after)) return "named";
  if (
    CONCLUDED_BEFORE.test(before) &&
    (EMPTY_AFTER.test(after) || LEADS_AFTER.test(after) || group.mentions[0]?.isExplicit === true)
  )
    return "stated";
  if (isLead && leads(place)) return "leads";
  if (POINTED_BEFORE.test(before)) return "named";
  const isEnd = EMPTY_AFTER.test(afterSentence);
  if (isOnly && isEnd && MARKED_BEFORE.test(before))
    return before.length < 60 && /:\s*["'([*]*$/.test(before) ? "leads" : "named";
  if (
    isOnly &&
    isEnd &&
    group.mentions[0]?.isExplicit === true &&
    group.mentions[0].label === undefined &&
    /[\s(]$/.test(before)
  )
    return "named";
  return undefined;
}

const isStated = <T>({ before, after, group }: Place<T>): boolean =>
  STATED_BEFORE.test(before) ||
  CHOSEN_BEFORE.test(before) ||
  RIGHT_AFTER.test(after) ||
  (MAKES_BEFORE.test(before) && MAKES_AFTER.test(after)) ||
  (group.mentions[0]?.isExplicit === true && STATED_EARLIER.test(before));

const leads = <T>({ after, afterSentence, group }: Place<T>): boolean =>
  EMPTY_AFTER.test(afterSentence) ||
  /^\s\(/.test(after) ||
  LEADS_AFTER.test(after) ||
  group.mentions[0]?.label !== undefined ||
  (group.mentions[0]?.isExplicit === true && /^["')\]*]*\s*(?:[,.:;(–—|-]|$)/.test(after)) ||
  after.trim() === "";
