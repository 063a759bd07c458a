import { lazyPattern } from "../../text/lazy-pattern.ts";

/** "1. " at the start of a line, or "1) " within one. */
const MARKER = lazyPattern(
  String.raw`(?:(?:^|\n)(?:[^\d\n:]{1,20}:)?[ \t"']*\(?(\d{1,2})[.):]\)?|(?<=[^\d\s]\s|\d\s\p{L}{1,6}\s)(\d)\)(?= \p{L}))(?=\s+\S)`,
  "u",
);
/** "1. 27.4", "1. between 27 and 28", "1. The BMI is 27.4" */
const NUMBER_NEXT = lazyPattern(
  String.raw`^[.)]\)?\s+(?:(?:between|from|about|approximately|roughly|around|at (?:least|most)|(?:more|less) than|over|under|above|below|(?:the|her|his)\s[^.\n]{1,24}\s(?:is|=))\s)?[^\p{L}\d]{0,3}\d`,
  "iu",
);

/** The places of the numbers of a numbered list, which counts up from 1. */
export function listMarkers(text: string): ReadonlySet<number> {
  const found = [...MARKER.matchAll(text)].map((match) => ({
    value: Number(match[1] ?? match[2]),
    at: match.index + match[0].lastIndexOf(match[1] ?? match[2] ?? ""),
  }));
  const isListed = (i: number) => {
    const value = found[i]?.value ?? -9;
    const isOnlyNumber = value === 1 && NUMBER_NEXT.test(text.slice((found[i]?.at ?? 0) + 1).slice(0, 40));
    return isOnlyNumber || found[i + 1]?.value === value + 1 || (value > 1 && found[i - 1]?.value === value - 1);
  };
  return new Set(found.filter((_, i) => isListed(i)).map(({ at }) => at));
}
