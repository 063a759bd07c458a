import { lazyPattern } from "../../text/lazy-pattern.ts";
import type { Literal } from "./literal.ts";

const SMALL =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

/** A pattern of the numbers from 0 to 99 in words. */
export const NUMBER_WORD = `(?:(?:${TENS.join("|")})(?:[- ](?:${SMALL.slice(1, 10).join("|")}))?|(?:${SMALL.join("|")}))`;

/** Returns the value of digits or of a number in words. */
export function wordValue(word: string): number {
  if (/^\d/.test(word)) return Number(word);
  const [first = "", ones = ""] = word.toLowerCase().split(/[- ]/);
  const small = SMALL.indexOf(first);
  return small === -1 ? 20 + 10 * TENS.indexOf(first) + Math.max(0, SMALL.indexOf(ones)) : small;
}

const WORDS = lazyPattern(
  `(?<![\\p{L}-]|(?:hundred|thousand)(?:\\sand)?\\s)(?:(${TENS.join("|")})(?:[- ](${SMALL.slice(1, 10).join("|")}))?|(${SMALL.join("|")}))(?![\\p{L}]|-\\p{L}|\\s(?:point|hundred|thousand)\\s)`,
  "iu",
);
/** "No criteria are met." */
const NONE = lazyPattern(
  String.raw`(?<=^|[.\n:]\s?)(?:no|none of the(?: [\p{L}-]+){0,3}?)(?= criteria (?:is|are|was|were) (?:met|fulfilled|present|positive))`,
  "iu",
);

/** Numbers in words. "one" is a number only before what it counts, or alone. */
export function wordNumbers(text: string): Literal[] {
  const none = [...NONE.matchAll(text)].map(({ 0: words, index }) => ({
    value: 0,
    from: index,
    to: index + words.length,
  }));
  const numbers = [...WORDS.matchAll(text)].flatMap((match): Literal[] => {
    const [all, tens, ones, small] = match.map((part) => (part ?? "").toLowerCase());
    const to = match.index + match[0].length;
    const after = text.slice(to, to + 20);
    if (all === "one" && !/^\s?(?:points?|criteri|of\s(?:the\s)?\d|\/|[.!]?\s*$)/.test(after)) return [];
    const value =
      tens === ""
        ? SMALL.indexOf(small ?? "")
        : 20 + 10 * TENS.indexOf(tens ?? "") + Math.max(0, SMALL.indexOf(ones ?? ""));
    return [{ value, from: match.index, to }];
  });
  return [...none, ...numbers];
}
