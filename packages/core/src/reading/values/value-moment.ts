import { lazyPattern } from "../../text/lazy-pattern.ts";
import { oneOf, words } from "../text/pattern.ts";
import type { AskedFor } from "../quantities/asked-for.ts";
import { NUMBER_WORD, wordValue } from "../numbers/number-words.ts";

const { raw } = String;

/** The time for which a value holds: that of the question, the present, or another one. */
export type Moment = "asked" | "present" | "other";

const PRESENT = lazyPattern(words("now|today|currently|current|presently|at present|at this visit"), "iu");
const LATER = raw`will be|tomorrow|next (?:week|month|visit)|in (?:a|one|two|three|\d{1,2}) (?:days?|weeks?|months?)`;
const ON_DAY = "on (?:mon|tues|wednes|thurs|fri|satur|sun)day";
const EARLIER = "initially|at first|originally|previously|earlier|formerly|yesterday|ago";
const AT_VISIT = oneOf(
  "(?:at|on|of|from) (?:the |her |his )?(?:first|initial|booking|previous|last|baseline|scene|admission|arrival|presentation|triage)",
  raw`(?:at|on) the (?:\p{L}+ )?(?:scan|visit|appointment|consultation)|last (?:year|month|week|visit|time)|at baseline`,
  raw`(?:had|underwent) (?:an?|her|his|the) (?:\p{L}+ )?(?:scan|ultrasound|visit|check-?up)|(?:admission|arrival|baseline|initial)(?=\s?:)`,
);
const OTHER = lazyPattern(words(LATER, ON_DAY, EARLIER, AT_VISIT), "iu");
const NAMED_TIME = lazyPattern(
  `(?:(?<!\\p{L})(?:at|after|by|in)\\s(?:the\\s)?|^\\s?(?=[^|]{1,20}:))(\\d{1,3}|${NUMBER_WORD})[\\s-]?(?:hours?|hrs?|h|minutes?|min|days?)(?!\\p{L})`,
  "iu",
);
const PAST = lazyPattern(raw`(?<!\p{L})(?:was|were|had)(?!\p{L})`, "iu");
const DATED = /(?<!\p{L})(?:on (?:the )?(?:\d|\p{Lu}\p{L}+ \d)|in (?:19|20)\d\d)/u;
const IS = lazyPattern(raw`(?<!\p{L})(?:(?:is|are|has)|(?:he|she|it|patient)'s)\s(?:\p{L}+\s){0,2}$`, "iu");

/** Finds the time for which a value holds in the words of its clause before and after it; undefined if they say nothing of time. */
export function momentOf(before: string, after: string, { time }: AskedFor): Moment | undefined {
  const clause = `${before}|${after}`;
  const named = NAMED_TIME.exec(clause)?.[1];
  if (named !== undefined && time !== undefined) return wordValue(named) === wordValue(time) ? "asked" : "other";
  if (OTHER.test(clause)) return "other";
  if (PRESENT.test(clause)) return "present";
  if (PAST.test(before) && DATED.test(clause)) return "other";
  return IS.test(before) ? "present" : undefined;
}

/** "on 29 March", "on 03/14" */
const ON_DATE = /(?<!\p{L})on\s(?:the\s)?(?:\d\S*(?:\s\p{Lu}\p{L}+)?|\p{Lu}\p{L}+\s\d\S*)/gu;
const MOMENTS = [OTHER, PRESENT, NAMED_TIME, lazyPattern(words("admission|arrival"), "iu")];

/** Removes the words of time, which name no quantity. */
export const withoutMoments = (text: string): string =>
  MOMENTS.reduce((left, moment) => moment.replace(left, " "), text.replace(ON_DATE, " "));
