import { lazyPattern } from "../../text/lazy-pattern.ts";
import { type Step, stepAt } from "../reading.ts";
import { replace, type ReplyText, slice } from "../text/reply-text.ts";

const { raw } = String;

const LETTER = raw`["'(*]{0,2}[A-J](?![\p{L}\p{N}])["')*]{0,2}`;
const NUMERAL = raw`\(?\d[.)]\)?`;
const THEN = raw`\s?,?\s?(?:[>≫]{1,3}|(?:and\s)?(?:then|followed\sby)|${NUMERAL})\s?`;
/** "A > C > B". "A > C" alone may mean something else. */
const CHAIN = raw`(?<![\p{L}\p{N}])(${LETTER})(?:\s?[>≫]{1,3}\s?${LETTER}){2,}`;
const after = (words: string): string => raw`(?<=(?<!\p{L})(?:${words})(?!\p{L})[^.\n]{0,40}?[\s:])`;
/** "Ranking: C > B > A", "I'd rank them: 1) C, 2) A", "from most to least likely: B, C", "most likely D, then B" */
const RANKING = lazyPattern(
  raw`${after("rank(?:ed|ing|s)?|most\\sto\\sleast|descending")}(?:${NUMERAL}\s)?(${LETTER})(?:(?:${THEN}|,\s)${LETTER})+|${after("most\\slikely")}(${LETTER})(?:${THEN}${LETTER})+|${CHAIN}`,
  "iu",
);

/** "Rank 1: C", "Rank 2: B" on lines, or "1st choice: C, 2nd choice: D" */
const PLACES = lazyPattern(
  raw`(?<=^|\n)[ \t]*(?:rank|rang|place|choice|#)\s?1\s?[:.)–-]\s?(${LETTER})[^\n]{0,80}(?:\n[ \t]*(?:rank|rang|place|choice|#)\s?\d\s?[:.)–-]\s?${LETTER}[^\n]{0,80})+`,
  "iu",
);

/** A word or mark of each ranking. Most replies have none, and the patterns are slow. */
const MAY_RANK = /[>≫]|rank|rang|most\s(?:to\sleast|likely)|descending|(?:choice|place|#)\s?1/iu;
/** A mark or a word between the options of each ranking. */
const MAY_SEPARATE = /[>≫]|then|followed|\d\s?[:.)–-]|,\s["'(*]{0,2}[A-J](?!\p{L})/iu;

/** Keeps the first of the options that a reply ranks. */
export const withoutRanked = (reply: ReplyText, steps: Step[]): ReplyText =>
  (MAY_RANK.test(reply.text) && MAY_SEPARATE.test(reply.text) ? [PLACES, RANKING] : []).reduce(
    (text, pattern) =>
      replace(text, pattern, ({ 0: ranking, 1: ranked, 2: likely, 3: chained = "", index }) => {
        const first = ranked ?? likely ?? chained;
        const from = index + ranking.indexOf(first);
        steps.push(stepAt("preferred the final answer", text, index, index + ranking.length));
        return slice(text, from, from + first.length);
      }),
    reply,
  );
