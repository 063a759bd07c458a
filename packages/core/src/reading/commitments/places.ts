import { lazyPattern } from "../../text/lazy-pattern.ts";
import type { Mention } from "./mention.ts";
import { oneOf } from "../text/pattern.ts";
import { isDeniedBefore } from "../left-out/denials.ts";
import { LEGEND_AFTER, RIGHT_AFTER } from "./phrases-after.ts";
import type { Sentence } from "../text/sentences.ts";

const { raw } = String;

/** Mentions side by side: "A, B or C". */
export interface Group<T> {
  readonly mentions: Mention<T>[];
  readonly from: number;
  to: number;
}

/** The facts that hold for all groups of a sentence. */
export interface Around {
  /** The strength that an announcement before the sentence, such as "Answer:", gives to an answer that leads it. */
  readonly announced: "stated" | "final" | undefined;
  /** The question asks for the exception, so that "all except C" is an answer. */
  readonly isException: boolean;
  /** The text names more than one value. */
  readonly isMany: boolean;
}

/** A group with the text around it. All texts are short. */
export interface Place<T> extends Around {
  readonly group: Group<T>;
  readonly sentence: Sentence;
  /** The text of the clause before and after the group. */
  readonly before: string;
  readonly after: string;
  /** The text of the sentence before it, from the last "but" or "so". */
  readonly head: string;
  /** The text of the sentence after it. */
  readonly rest: string;
  /** The text between it and the group before it. */
  readonly between: string;
  /** The first of its sentence, or after a "but". */
  readonly isFirst: boolean;
  readonly isOnly: boolean;
}

/** A phrase near an answer is at most this long. */
const NEAR = 160;

const OR = oneOf(
  raw`(?:or|and|and\/or|(?:and\s)?then|nor|versus|vs\.?|oder|und|ou|et|o|y|e|u|plus|as well as|या|और|أو|و)\s+`,
  raw`(?:或者?|和|与|及|、|または|と|や|か)\s*|[-–]\s*(?=["'([]*$)`,
);
const ALSO = oneOf(
  "either|both|(?:it )?(?:may|might|would|could) be|option|choice|answer|possibly|maybe|perhaps|also|the|la|el",
);
const CONNECTED = lazyPattern(raw`^["')\]*.:]*(?: \([^()\n]{1,25}\))?[\s,;/|&+(]*${OR}?(?:${ALSO}\s+)*["'([*]*$`, "iu");
/** "A (no), B (yes)" */
const VERDICT = /\(\s?(?:yes|no|true|false|correct|incorrect|right|wrong)\s?\)/iu;
/** "less likely (-1) or much less likely (-2)" */
const OR_IN_BRACKETS = lazyPattern(raw`^\),?\s(?:or|oder|ou|o)\s(?:(?!not\s)[\p{L}-]+\s){1,4}\($`, "iu");
const JOINED_BY_COMMA = /^["')\]*.:]*[\s,;]*$/u;

/** Joins mentions that only "or", "and", a comma or a bracket separates. */
export function groupsOf<T>(text: string, mentions: readonly Mention<T>[]): Group<T>[] {
  const groups: Group<T>[] = [];
  for (const [i, mention] of mentions.entries()) {
    const last = groups.at(-1);
    const between = text.slice(last?.to, Math.min(mention.from, (last?.to ?? 0) + 40));
    // "A, then B if it fails" commits to A
    const isNextStep = THEN.test(between) && CONDITION_AFTER.test(text.slice(mention.to, mention.to + 12));
    const isOfLegend = LEGEND_AFTER.test(text.slice(mention.to, mention.to + NEAR));
    if (
      last !== undefined &&
      !isNextStep &&
      !isOfLegend &&
      !(between.includes("(") && isRemark(text, between, mentions, i)) &&
      !isOfNext(text, between, last, mention) &&
      isJoined(between, last, mention)
    ) {
      last.mentions.push(mention);
      last.to = mention.to;
    } else groups.push({ mentions: [mention], from: mention.from, to: mention.to });
  }
  return groups;
}

/** "Not B: A", "Not B, A is the answer": only the first is denied. */
function isOfNext<T>(text: string, between: string, last: Group<T>, mention: Mention<T>): boolean {
  const isColon = /^["')\]*]*\s?:\s/u.test(between);
  const isRight = /^(?:,| [–—-]) $/u.test(between) && RIGHT_AFTER.test(text.slice(mention.to, mention.to + NEAR));
  return (isColon || isRight) && isDeniedBefore(text.slice(Math.max(0, last.from - NEAR), last.from));
}

function isJoined<T>(between: string, last: Group<T>, mention: Mention<T>): boolean {
  if (last.to + between.length < mention.from || between.includes("\n") || VERDICT.test(between)) return false;
  if (!CONNECTED.test(between) && !OR_IN_BRACKETS.test(between)) return false;
  // "Between A and C, C is better": C begins another statement
  // "Maybe: yes for some" explains the answer
  if (/^["')\]]*(?::|\s[-–—]\s)/u.test(between) && last.mentions.at(-1)?.isExplicit === true) return false;
  const first = last.mentions[0]?.value;
  // "A or C, and C is better supported"
  if (between.includes(",") && repeatsOneOf(last.mentions.slice(0, MOST_ALTERNATIVES), mention)) return false;
  const isAgain = first !== mention.value && last.mentions.at(-1)?.value === mention.value;
  return !(isAgain && JOINED_BY_COMMA.test(between));
}

/** "B (A would be my second choice)", "C (A and B are too weak)": the brackets have a sentence of their own. */
function isRemark<T>(text: string, between: string, mentions: readonly Mention<T>[], from: number): boolean {
  if (!/\([^()]*$/.test(between)) return false;
  let at = mentions[from]?.from ?? 0;
  let words = "";
  for (const mention of mentions.slice(from, from + MOST_ALTERNATIVES)) {
    words += text.slice(at, Math.max(at, Math.min(mention.from, at + NEAR)));
    if (words.includes(")")) break;
    if (text.slice(mention.from, mention.to).includes(")")) words += ")";
    at = mention.to;
  }
  const [inside = ""] = (words.includes(")") ? words : words + text.slice(at, at + NEAR)).split(")", 1);
  return /\p{L}/u.test(inside.replace(JOINING, ""));
}
const JOINING = /(?<!\p{L})(?:or|and|nor|either|both|oder|und|ou|et|o|y|e|option|choice|answer)(?!\p{L})/giu;

const THEN = /(?<!\p{L})then\s/iu;
const CONDITION_AFTER = /^["')\]*]*,?\s(?:if|once|when|unless|after)\s/iu;

/** Alternatives are few; a long list has no statement in it. */
const MOST_ALTERNATIVES = 10;

/** Whether several values are named, and this one is among them. */
const repeatsOneOf = <T>(mentions: readonly Mention<T>[], { value }: Mention<T>): boolean =>
  mentions.some((one) => one.value === value) && mentions.some((one) => one.value !== value);

/** A boundary between the clauses of a sentence. */
const CLAUSE = lazyPattern(
  oneOf(
    "[;；]|因为|なので|ため、|क्योंकि",
    raw`,?\s(?:because|since|while|whereas|although|though|weil|porque|parce que|given that)\s`,
    raw`(?<!(?:any|every)(?:thing|one)|all|none|nothing),?\s(?:but|however|yet|sondern|aber|mais|pero|mas|sino)\s`,
    raw`[,，、](?=\s*(?:so|and so|thus|therefore|hence|donc|因此|所以|故|但是?|而)(?!\p{L}))`,
    raw`[,，、](?=\s*(?:which makes|making)\s)`,
  ),
  "iu",
);
/** Boundaries after which no condition holds any more. */
const TURN = /^(?:[;；]|,?\s(?:but|however|yet|aber|mais|pero|mas)\s|,)/iu;

/** Yields each group of a sentence with the text around it. */
export function* placesOf<T>(
  text: string,
  sentence: Sentence,
  groups: readonly Group<T>[],
  around: Around,
): Generator<Place<T>> {
  const boundaries = groups.length === 0 ? [] : [...CLAUSE.matchAll(sentence.text)];
  let start = sentence.from;
  let turn = sentence.from;
  let b = 0;
  for (const [i, group] of groups.entries()) {
    const previous = groups[i - 1]?.to;
    for (
      let at = boundaries[b];
      at !== undefined && sentence.from + at.index + at[0].length <= group.from;
      at = boundaries[++b]
    ) {
      start = sentence.from + at.index + at[0].length;
      if (TURN.test(at[0])) turn = start;
    }
    if (previous !== undefined) start = Math.max(start, previous);
    const after = boundaries.slice(b, b + 3).find(({ index }) => sentence.from + index >= group.to)?.index;
    const end = Math.min(groups[i + 1]?.from ?? sentence.to, after === undefined ? sentence.to : sentence.from + after);
    yield {
      ...around,
      group,
      sentence,
      before: text.slice(Math.max(start, group.from - NEAR), group.from),
      after: text.slice(group.to, Math.min(end, group.to + NEAR)),
      head: text.slice(Math.max(turn, group.from - 2 * NEAR), group.from),
      rest: text.slice(group.to, Math.min(sentence.to, group.to + NEAR)),
      between: text.slice(Math.max(previous ?? sentence.from, group.from - NEAR), group.from),
      isFirst: start === turn,
      isOnly: groups.length === 1,
    };
  }
}
