import { lazyPattern } from "@medhelm/core/text/lazy-pattern";
import { type Around, endOfQuery, PROSE } from "./end-of-query.ts";
import { edit, type Edit, type ReplyText, slice, trim } from "@medhelm/core/reading/text/reply-text";

/** A statement that a text has: text[from] to text[to - 1]. */
export interface Statement {
  readonly from: number;
  readonly to: number;
  /** The statement without its comments. */
  readonly query: ReplyText;
  /** Whether only a label, a prompt or a mark is before it on its line, or a quote. */
  readonly isOwnLine: boolean;
  /** Whether a semicolon ends it. */
  readonly isEnded: boolean;
}

/** Names and text in quotes, and comments. An apostrophe within a word opens no text, nor does a quote around a query. */
const QUOTED =
  /(?<![\p{L}\p{N}])'(?!\s{0,3}(?:select|with)\s)(?:[^'\n]|'')*'?|(?<!\\)"(?!\s{0,3}(?:select|with)\s)[^"\n]*"?|`(?!\s{0,3}(?:select|with|sql)\s)[^`\n]*`?|--[^\n]*|(?<=[^\s#][ \t]{1,9})(?:#|\/\/)[ \t][^\n]*|\/\*[^]*?(?:\*\/|$)/giu;
const isComment = (text: string): boolean => /^(?:--|#|\/[*/])/.test(text);

/** The text with x in place of all that is quoted, and spaces in place of comments, at the same places. */
export function masked(text: string): string {
  return text.replace(QUOTED, (quoted) =>
    isComment(quoted)
      ? quoted.replace(/[^\n]/g, " ")
      : "x".repeat(quoted.length).replace(/x$/, quoted.endsWith("`") ? " " : "x"),
  );
}

const NAME = String.raw`[\w"\x60.[\]]{1,80}`;
const START = lazyPattern(
  `(?<![\\w.])(?:(?:explain(?:\\s+query\\s+plan)?\\s+)?(?:select(?=[\\s(*])|with\\s+(?:recursive\\s+)?${NAME}\\s*(?:\\([^()]{0,400}\\)\\s*)?as\\s*(?:(?:not\\s+)?materialized\\s*)?\\()|(?<=^\\s{0,9})(?:delete\\s+from|insert\\s+(?:or\\s+\\w+\\s+)?into|update\\s+\\w+\\s+set|(?:drop|create|alter)\\s+(?:temp\\w*\\s+)?(?:table|view|index|trigger|database)|pragma|attach|detach|vacuum|replace\\s+into|values\\s*\\()(?![\\w.]))`,
  "iu",
);
/** Labels, prompts and marks before a statement on its line. */
const LEAD =
  /(?:^|\n)[\s>*#_$`"'([{|-]*(?:\d{1,2}[.)]\s+)?[*_]{0,3}(?:[\p{L}][\p{L}\p{N}_ ()'"/.,-]{0,60}[:：=]\s*)?[*_`"'\s]*(?:(?:sqlite3?|mysql|postgres|sql|\$|>|>>>|=#)[>$]?\s+)?[*_`"'([\s]*$/iu;
/** "Sure! select ...": a short sentence before a query in small letters. */
const COURTESY_BEFORE =
  /(?:^|\n)[^\p{L}\n]*(?:\p{L}[\p{L} ]{0,20}:[*\s]+)?(?:[\p{L}']+,?\s){0,5}[\p{L}']+[!.:]\s{1,3}[("'`]*$|(?:^|\n)[^\p{L}\n]*(?:sure|certainly|of course|okay|ok|absolutely|gladly|yes)\s?[,–—-]\s[("'`]*$|(?<!\p{L})(?:sql|query|statement) (?:is|would be|should be)\s[("'`]*$/iu;
/** A place that is left open. */
const ELLIPSIS = /\.\.\.|…|<(?! )(?:(?! (?:and|or) )[a-z_0-9 ]){2,30}(?<! )>/i;

/** The reader has removed tags in place of names: "SELECT <column> FROM <table>" */
const WITHOUT_COLUMNS = /^\(?\s*select\s*(?:$|[;)]|(?:from|where)(?!\w))/iu;

/** Finds the statements of a text that look like SQL and not like a sentence. */
export function statements(text: ReplyText): Statement[] {
  const mask = masked(text.text);
  const found: Statement[] = [];
  let after = 0;
  for (const { index } of START.matchAll(mask)) {
    if (index < after) continue;
    const from = startOf(mask, index);
    const lead = text.text.slice(Math.max(0, from - 100), from);
    const isQuoted = /["'`]\s{0,3}$/.test(lead);
    const isOwnLine = LEAD.test(from > 100 ? lead : `\n${lead}`) || isAfterAnother(text.text, after, from);
    const { to, own } = ownText(text.text, mask, from, lead, isQuoted);
    const isProse = PROSE.test(own);
    // a sentence with a word of SQL ends with its line at the latest
    after = Math.max(isProse && own.includes("\n") ? from + own.indexOf("\n") : to, from + 1);
    if (isProse || ELLIPSIS.test(own) || WITHOUT_COLUMNS.test(own)) continue;
    const begins = /^\(?\s*(?:SELECT|WITH|EXPLAIN)/.test(own) || COURTESY_BEFORE.test(lead);
    if (!isOwnLine && !isQuoted && !(begins && /\bfrom\b/i.test(own))) continue;
    found.push({
      from,
      to,
      query: withoutComments(trim(slice(text, from, to))),
      isOwnLine,
      isEnded: own.trimEnd().endsWith(";"),
    });
  }
  return found;
}

/** Returns where the statement ends, and its text with x in place of all that is quoted. */
function ownText(text: string, mask: string, from: number, lead: string, isQuoted: boolean) {
  const around: Around = { isCell: /(?:^|\n)[ \t]*\|[^\n]*$/.test(lead), isEmphasis: /\*\s*$/.test(lead) };
  const within = isQuoted ? masked(text.slice(from, endOfQuotes(text, from))) : undefined;
  const to = within === undefined ? endOfQuery(mask, from, around) : from + endOfQuery(within, 0, around);
  return { to, own: within === undefined ? mask.slice(from, to) : within.slice(0, to - from) };
}

/** Returns where a query begins whose first part is in brackets before a UNION. */
function startOf(mask: string, from: number): number {
  const bracket = /\(\s{0,9}$/.exec(mask.slice(Math.max(0, from - 10), from));
  if (bracket === null) return from;
  const end = endOfQuery(mask, from, {});
  const isPart = /^\)\s{0,9}(?:union|except|intersect)(?!\w)/i.test(mask.slice(end, end + 25));
  return isPart ? from - bracket[0].length : from;
}

const isAfterAnother = (text: string, after: number, from: number): boolean =>
  after > 0 && from - after < 100 && text.slice(after, from).trim() === "";

/**
 * Returns where the quotes around a query end: at three of them. Otherwise it is the next one on the line that opens no name, or the next one of all.
 */
function endOfQuotes(text: string, from: number): number {
  const before = text.slice(Math.max(0, from - 7), from);
  const quote = /(["'`])\s{0,3}$/.exec(before)?.[1] ?? "";
  const triple = /("""|''')\s{0,3}$/.exec(before)?.[1];
  const next = text.indexOf(triple ?? quote, from);
  if (next === -1) return text.length;
  const newline = text.indexOf("\n", from);
  const line = newline === -1 ? text.length : newline;
  if (triple !== undefined || next > line) return next;
  if (quote === "'") return text.lastIndexOf(quote, line);
  for (let at = next; at !== -1 && at < line; at = text.indexOf(quote, at + 1)) {
    const isName = /[\s(,.=<>]/.test(text.charAt(at - 1)) && /[\p{L}_]/u.test(text.charAt(at + 1));
    if (!isName) return at;
    at = text.indexOf(quote, at + 1);
    if (at === -1) break;
  }
  return next;
}

/** Removes comments, which would swallow the rest of a query that is joined into one line. */
export function withoutComments(text: ReplyText): ReplyText {
  const edits: Edit[] = [];
  for (const { 0: quoted, index } of text.text.matchAll(QUOTED))
    if (isComment(quoted)) edits.push({ from: index, to: index + quoted.length, by: " " });
  return trim(edit(text, edits));
}
