import { edit, type Edit, type ReplyText, slice, trim } from "@medhelm/core/reading/reply-text";

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
  /(?<![\p{L}\p{N}])'(?!\s{0,3}(?:select|with)\s)(?:[^'\n]|'')*'?|(?<!\\)"(?!\s{0,3}(?:select|with)\s)[^"\n]*"?|`(?!\s{0,3}(?:select|with|sql)\s)[^`\n]*`?|--[^\n]*|\/\*[^]*?(?:\*\/|$)/giu;
const isComment = (text: string): boolean => text.startsWith("--") || text.startsWith("/*");

/** The text with x in place of all that is quoted, and spaces in place of comments, at the same places. */
export function masked(text: string): string {
  return text.replace(QUOTED, (quoted) =>
    isComment(quoted) ? quoted.replace(/[^\n]/g, " ") : `x${"x".repeat(quoted.length - 1)}`,
  );
}

const NAME = String.raw`[\w"\x60.[\]]{1,80}`;
const START = new RegExp(
  `(?<![\\w.])(?:(?:explain(?:\\s+query\\s+plan)?\\s+)?(?:select(?=[\\s(*])|with\\s+(?:recursive\\s+)?${NAME}\\s*(?:\\([^()]{0,400}\\)\\s*)?as\\s*(?:(?:not\\s+)?materialized\\s*)?\\()|(?<=^\\s{0,9})(?:delete\\s+from|insert\\s+(?:or\\s+\\w+\\s+)?into|update\\s+\\w+\\s+set|(?:drop|create|alter)\\s+(?:temp\\w*\\s+)?(?:table|view|index|trigger|database)|pragma|attach|detach|vacuum|replace\\s+into|values\\s*\\()(?![\\w.]))`,
  "giu",
);
/** Labels, prompts and marks before a statement on its line. */
const LEAD =
  /(?:^|\n)[\s>*#_$`"'([{|-]*(?:\d{1,2}[.)]\s+)?[*_]{0,3}(?:[\p{L}][\p{L}\p{N}_ ()'"/.,-]{0,60}[:：=]\s*)?[*_`"'\s]*(?:(?:sqlite3?|mysql|postgres|sql|\$|>|>>>|=#)[>$]?\s+)?[*_`"'([\s]*$/iu;
const PROSE =
  /(?<![\w.])(?:the|of|to|that|which|we|you|this|these|those|their|your|our|please|should|would|because|it's|returns|counts)(?![\w.(])/iu;
const ELLIPSIS = /\.\.\.|…|<[a-z_ ]{2,30}>/i;

/** Finds the statements of a text that look like SQL and not like a sentence. */
export function statements(text: ReplyText): Statement[] {
  const mask = masked(text.text);
  const found: Statement[] = [];
  let after = 0;
  for (const { index: from } of mask.matchAll(START)) {
    if (from < after) continue;
    const lead = text.text.slice(Math.max(0, from - 100), from);
    const isQuoted = /["'`]\s{0,3}$/.test(lead);
    const isOwnLine = LEAD.test(from > 100 ? lead : `\n${lead}`) || isAfterAnother(text.text, after, from);
    const inQuotes = isQuoted ? masked(text.text.slice(from, endOfQuotes(text.text, from))) : undefined;
    const to = inQuotes === undefined ? endOf(mask, text.text, from) : from + endOf(inQuotes, inQuotes, 0);
    const own = inQuotes === undefined ? mask.slice(from, to) : inQuotes.slice(0, to - from);
    after = Math.max(to, from + 1);
    if (PROSE.test(own) || ELLIPSIS.test(own)) continue;
    const isCapital = /^(?:SELECT|WITH|EXPLAIN)/.test(own);
    if (!isOwnLine && !isQuoted && !(isCapital && /\bfrom\b/i.test(own))) continue;
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

/** A token that can end a statement. */
const TOKEN = /[();}$\n]|\.(?=\s+[A-Z][a-z])|(?<!\.)\.(?=\s*$)|\*\*(?=\s|$)|<\/?[A-Za-z_]{2,20}>|<\||```/gu;
const CONTINUES =
  /^\s*(?:[(),+*/|<>=.-]|(?:from|where|and|or|not|group|order|having|limit|offset|join|inner|left|right|full|cross|natural|outer|on|using|union|except|intersect|select|when|then|else|end|case|as|in|is|between|like|with|over|partition|exists|values|set|asc|desc|distinct|count|sum|avg|min|max)(?![\w:]))/iu;
const LABEL = /^\s*[*_#>-]*\s*[\p{L}][\p{L} ]{1,40}[:：](?:\s|\*|$)|^\s*(?:#|[-*•]\s|\d+\.\s|\||```)/u;
const JOINS =
  /(?<![\w.])(?:union|all|except|intersect|as|in|exists|from|not|and|or|when|then|else|select|distinct|into)\s*$|[(,=<>+*/|-]\s*$/iu;

const isAfterAnother = (text: string, after: number, from: number): boolean =>
  after > 0 && from - after < 100 && text.slice(after, from).trim() === "";

/** Returns where the quotes around a query end: at three of them, at the last one of a text that ends with it, else at the next one. */
function endOfQuotes(text: string, from: number): number {
  const before = text.slice(Math.max(0, from - 7), from);
  const quote = /(["'`])\s{0,3}$/.exec(before)?.[1] ?? "";
  const line = from + lineAt(text, from).length;
  const triple = /("""|''')\s{0,3}$/.exec(before)?.[1];
  const next = text.indexOf(triple ?? quote, from);
  if (next === -1) return text.length;
  if (triple !== undefined || next > line) return next;
  const last = text.lastIndexOf(quote, line);
  return quote === "'" || /^[\s.;:)\]}]*$/.test(text.slice(last + 1, line)) ? last : next;
}

/** Returns where the statement that begins at `from` ends. */
function endOf(mask: string, text: string, from: number): number {
  let depth = 0;
  let hasMain = !/^with/i.test(mask.slice(from, from + 4));
  TOKEN.lastIndex = from;
  for (let token = TOKEN.exec(mask); token !== null; token = TOKEN.exec(mask)) {
    const [mark] = token;
    const at = token.index;
    if (mark === "(") depth++;
    else if (mark === ")" && depth > 0) depth--;
    else if (mark !== "\n") return mark === ";" ? at + 1 : at;
    else if (lineAt(mask, at + 1).trim() === "" ? isLastLine(mask, text, at) : isOther(lineAt(mask, at + 1), depth))
      return at;
    else if (depth === 0 && /^\s*(?:select|with)\s/i.test(lineAt(mask, at + 1))) {
      if (hasMain && !JOINS.test(mask.slice(Math.max(from, at - 60), at))) return at;
      hasMain = true;
    }
  }
  return mask.length;
}

/** Whether nothing after the empty line goes on with the statement. */
function isLastLine(mask: string, text: string, at: number): boolean {
  const next = /\S[^\n]{0,200}/.exec(mask.slice(at, at + 2000));
  const withComments = /\S/.exec(text.slice(at, at + 2000));
  return next === null || (next.index === withComments?.index && !CONTINUES.test(next[0]));
}

/** Whether a line is no part of a statement. */
const isOther = (line: string, depth: number): boolean =>
  (depth === 0 && LABEL.test(line)) || (PROSE.test(line) && !CONTINUES.test(line));

function lineAt(text: string, from: number): string {
  const end = text.indexOf("\n", from);
  return text.slice(from, Math.min(end === -1 ? text.length : end, from + 2000));
}

/** Removes comments, which would swallow the rest of a query that is joined into one line. */
export function withoutComments(text: ReplyText): ReplyText {
  const edits: Edit[] = [];
  for (const { 0: quoted, index } of text.text.matchAll(QUOTED))
    if (isComment(quoted)) edits.push({ from: index, to: index + quoted.length, by: " " });
  return trim(edit(text, edits));
}
