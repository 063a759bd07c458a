import { type Step, stepAt } from "./reading.ts";
import { replace, type ReplyText, slice } from "./reply-text.ts";

const { raw } = String;

const LETTER = raw`["'(*]{0,2}[A-J](?![\p{L}\p{N}])["')*]{0,2}`;
const NUMERAL = raw`\(?\d[.)]\)?`;
const THEN = raw`\s?,?\s?(?:[>≫]{1,3}|(?:and\s)?(?:then|followed\sby)|${NUMERAL})\s?`;
const after = (words: string): string => raw`(?<=(?<!\p{L})(?:${words})(?!\p{L})[^.\n]{0,40}?[\s:])`;
/** "Ranking: C > B > A", "I'd rank them: 1) C, 2) A", "from most to least likely: B, C", "most likely D, then B" */
const RANKING = new RegExp(
  raw`${after("rank(?:ed|ing|s)?|most\\sto\\sleast|descending")}(?:${NUMERAL}\s)?(${LETTER})(?:(?:${THEN}|,\s)${LETTER})+|${after("most\\slikely")}(${LETTER})(?:${THEN}${LETTER})+`,
  "giu",
);

/** Keeps the first of the options that a reply ranks. */
export const withoutRanked = (text: ReplyText, steps: Step[]): ReplyText =>
  replace(text, RANKING, ({ 0: ranking, 1: first, 2: likely = "", index }) => {
    const from = index + ranking.indexOf(first ?? likely);
    steps.push(stepAt("preferred the final answer", text, index, index + ranking.length));
    return slice(text, from, from + (first ?? likely).length);
  });
