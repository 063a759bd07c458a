import { lazyPattern } from "@medhelm/core/text/lazy-pattern";
import { takesBack } from "@medhelm/core/reading/corrections/taken-back";
import { endsWithNothing, saysCannot, saysLacking } from "./abstention.ts";
import type { Found } from "./query-answers.ts";

/** A query with the text up to the next one. */
interface Placed {
  readonly found: Found;
  readonly behind: string;
}

const placedIn = (queries: readonly Found[], text: string): readonly Placed[] => {
  let at = 0;
  const ends = queries.map(({ query }) => {
    const from = text.indexOf(query.text, at);
    at = from === -1 ? at : from + query.text.length;
    return { from, to: at };
  });
  return queries.map((found, i) => ({
    found,
    behind: ends[i]?.from === -1 ? "" : text.slice(ends[i]?.to, ends[i + 1]?.from ?? text.length).slice(0, 600),
  }));
};

/** Signs after a query. The lookahead reads them once, so that a search does not try each shorter part of them. */
const LEAD = String.raw`^(?=(?<lead>[\s\x60"'*;:)]*(?:--[ \t]*)?[\s\x60"'*.,–—-]*))\k<lead>`;
/** A word, or a name of a column: "`doctor_name`" */
const NAME = String.raw`[\x60"'*]*[\p{L}_][\p{L}\p{N}_.]*[\x60"'*]*`;
/** "and then noticed that " */
const NOTICED = String.raw`(?:(?:then|i|we|later|soon)\s){0,3}(?:noticed|noted|saw|reali[sz]ed|found|discovered|see|notice|find)\s(?:that\s)?`;
const SUBJECT = String.raw`(?:(?:but|however|yet|although|though|and|unfortunately|problem|issue|no)[,:]?[*_]*\s)*(?:${NOTICED})?(?:(?!(?:if|unless|when|for|where|note)\s)${NAME}\s(?:${NAME}\s){0,3}?)?`;
const FAILS = String.raw`(?:(?:does|do|did|would|could|can|is|are|was)(?: not|n['’]t)|cannot|fails|(?:would|will|could|must) (?:\p{L}+ )?fail|has no|have no|lacks?|no such|there (?:is|are) no|never)(?!\p{L})`;
/** "..., but that does not give the premium" */
const FAILS_BEHIND = lazyPattern(`${LEAD}${SUBJECT}${FAILS}`, "iu");
/** "... is wrong", "-- no, that column does not exist" */
const WRONG_BEHIND = lazyPattern(
  String.raw`${LEAD}(?:(?:that|this|it|which|the (?:first )?query)\s(?:query\s)?)?(?:is|was|would be)\s(?:wrong|incorrect|invalid|not (?:right|correct|valid|possible))(?!\p{L})`,
  "iu",
);
const NOT_BEFORE = /(?<!\p{L})(?:not|instead of|rather than)\s*[\x60"'*]*$/iu;
/** "... is what I would write if the column existed" */
const UNREAL_BEHIND = lazyPattern(
  String.raw`${LEAD}(?:is|would be|would work|works?)\s[^.\n]{0,60}?(?<!\p{L})(?:only\s)?if\s[^.\n]{1,80}(?:existed|were|was|had|exists)(?!\p{L})`,
  "iu",
);
/** "At first I thought that this can't be answered" */
const AT_FIRST =
  /(?<!\p{L})(?:at first|initially|first thought|(?:looked|seemed|appeared) (?:\p{L}+ )?(?:un|im|not))/iu;
const ASSUMES = /(?<!\p{L})assum(?:e|ed|es|ing|ption)/iu;
const NULL_BEFORE = /(?:^|\n)\s*(?:the\s)?(?:final )?answer\s?(?:is|[:=])\s?["'\x60*]*(?:null|none)(?!\p{L})/iu;

/** Leaves out the queries that the reply names and calls wrong, if it has another one. */
export function withoutWrong(queries: readonly Found[], text: string): readonly Found[] {
  const kept = placedIn(queries, text).flatMap(({ found, behind }) =>
    WRONG_BEHIND.test(behind) || NOT_BEFORE.test(found.before.slice(-40)) ? [] : [found],
  );
  return kept.length > 0 ? kept : queries;
}

const isDoubted = ({ behind }: Placed): boolean =>
  [FAILS_BEHIND, WRONG_BEHIND, UNREAL_BEHIND].some((one) => one.test(behind)) || takesBack(behind.slice(0, 120));

/** Whether the reply rejects all its queries and abstains: "One might try `SELECT ...`, but that does not give it. Unanswerable." */
export function areRejected(queries: readonly Found[], text: string, rest: string): boolean {
  const placed = placedIn(queries, text);
  const last = placed.at(-1)?.behind ?? "";
  if (last !== "" && endsWithNothing(last)) return true;
  const words = [...queries.map(({ before }) => before).filter((one) => !AT_FIRST.test(one)), last].join("\n");
  if (ASSUMES.test(words)) return false;
  if (!placed.every(isDoubted)) return false;
  return (
    saysCannot(words) ||
    NULL_BEFORE.test(words) ||
    (placed.every(({ behind }) => UNREAL_BEHIND.test(behind)) && saysLacking(rest)) ||
    placed.every(({ behind }) => UNREAL_BEHIND.test(behind) && /(?:n['’]t|not)[.!]?\s*$/iu.test(behind))
  );
}
