/** Words of SQL after which an expression, a name or a query must follow. */
const OPEN =
  /^(?:select|distinct|all|from|where|and|or|not|by|having|limit|offset|join|on|using|union|except|intersect|in|is|between|like|glob|regexp|match|exists|case|when|then|else|as|with|recursive|over|partition|order|group|left|right|inner|outer|full|cross|natural|values|set|escape|interval|collate|materialized|into|filter|window|rows|range|preceding|following)$/i;
/** A line that goes on with a complete part of a query: an operator, a comma or a word of SQL. */
const CONTINUES =
  /^\s*(?:[),+/|<>=.%-](?![/|])|\|\||\*(?!\*)|(?:from|where|and|or|not|group|order|having|limit|offset|join|inner|left|right|full|cross|natural|outer|on|using|union|except|intersect|then|else|when|end|as|in|is|between|like|glob|over|partition|collate|escape|asc|desc|window|filter|isnull|notnull)(?![\w:]))/iu;
/** A line with a name alone, which may be an alias. */
const ALIAS = /^\s*[\w"`[\]]+\s*,?\s*$/u;
/** Words that no query has outside of quotes. */
export const PROSE =
  /(?<![\w.])(?:the|of|to|that|which|we|you|this|these|those|their|your|our|please|should|would|because|it's|returns|counts)(?![\w.(])/iu;
const EXCLAMATION = /^\s*\p{Lu}\p{Ll}+(?:\s\p{L}+){0,5}!\s*$/u;
const LABEL =
  /^\s*[*_#>-]*\s*\p{L}[\p{L}\d #().-]{1,60}[:：](?:\s|\*|$)|^\s*(?:#|[-*•]\s|\d+[.)]\s|\|(?!\|)|```|[*_=-]{3,}\s*$|\+-)/u;
/** A word that joins two queries in a text, and no expressions. */
const ALTERNATIVE = /^\s*(?:or|and)\s*:?\s*(?:select|with)(?![\w.])/iu;

/** The sentence around a query goes on: "SELECT name FROM staff, but there is no such table". */
const SENTENCE =
  /^(?:,?\s(?:but|because|although|which|however)|,\s(?:so|since|though|if|yet|except that)|\sis(?=\s(?:right|correct|the|what|my|enough))|\s(?:works|gives|looks|suffices))\s\p{L}/iu;

/** A token of a query, or a mark that none has outside of quotes. */
const TOKEN =
  /(?<word>[\p{L}_][\p{L}\p{N}_$]*)|(?<number>\p{N}[\w.]*)|(?<end>;|[}$]|\.(?=\s+\p{Lu}\p{Ll})|(?<!\.)\.(?=\s*(?:$|\*{2}|[|}]|\n))|\*{2,}(?=[\s|}]|$)|\\[\])]|\[\/|<\/?[A-Za-z_]{1,20}>|<\||\x60{3}|\p{Extended_Pictographic})|(?<open>[([])|(?<close>[)\]])|(?<line>\n)|(?<other>\S)/gu;

/** The marks around a query that end it. */
export interface Around {
  /** Whether it is a cell of a table. */
  readonly isCell?: boolean;
  /** Whether a star before it begins emphasis. */
  readonly isEmphasis?: boolean;
}

/** The state of a query up to a place. */
interface State {
  depth: number;
  /** Whether the query may end here. */
  isComplete: boolean;
  /** Whether the query that follows a WITH has started. */
  hasMain: boolean;
}

/**
 * Returns the end of the query that begins at mask[from]: its semicolon, a mark that no query has, or a line that cannot continue it. A fault inside
 * of a line stays, because a cut could make another query of it.
 * @param mask the text with x in place of all that is quoted, and spaces in place of comments
 */
export function endOfQuery(mask: string, from: number, around: Around): number {
  const state: State = { depth: 0, isComplete: false, hasMain: !/^with/i.test(mask.slice(from, from + 4)) };
  let before = "";
  TOKEN.lastIndex = from;
  for (let match = TOKEN.exec(mask); match !== null; match = TOKEN.exec(mask)) {
    const { 0: token, index: at, groups = {} } = match;
    if (groups["line"] !== undefined) {
      const next = nextLine(mask, at);
      if (next === undefined || !goesOn(mask, next, state)) return at;
      TOKEN.lastIndex = next;
      continue;
    }
    if (groups["end"] !== undefined) return token === ";" ? at + 1 : at;
    const isClosing = groups["close"] !== undefined;
    if (isClosing && state.depth === 0) return at;
    if (isEdge(mask, at, before, state, around)) return at;
    if (groups["open"] !== undefined) state.depth++;
    if (isClosing) state.depth--;
    state.isComplete = isOperand(token, before);
    before = token;
  }
  return mask.length;
}

/** Whether the cell, the emphasis or the first of two alternatives ends here. */
function isEdge(mask: string, at: number, before: string, { isComplete, depth }: State, around: Around): boolean {
  if (around.isCell === true && mask[at] === "|") return before !== "|" && mask[at + 1] !== "|";
  if (!isComplete) return false;
  if (around.isEmphasis === true && mask[at] === "*") return /^[\s|}$]*$/.test(restOfLine(mask, at + 1));
  return depth === 0 && (ALTERNATIVE.test(mask.slice(at, at + 40)) || isSentence(mask, at));
}

const isSentence = (mask: string, at: number): boolean =>
  SENTENCE.test(mask.slice(mask[at] === "," ? at : at - 1, at + 40));

/** Whether a query may end after the token. */
function isOperand(token: string, before: string): boolean {
  if (token === "*") return /^(?:select|distinct|all|[.,(])$/i.test(before);
  return /^[\p{L}\p{N}_)\]]/u.test(token) && !OPEN.test(token);
}

/** Whether the query goes on in the line that begins at mask[from]. */
function goesOn(mask: string, from: number, state: State): boolean {
  const line = restOfLine(mask, from);
  const isProse = PROSE.test(line);
  if (state.depth > 0) return (!isProse && !EXCLAMATION.test(line)) || CONTINUES.test(line);
  if (LABEL.test(line)) return false;
  if (/^\s*(?:select|with)(?![\w.])/i.test(line)) {
    if (state.isComplete && state.hasMain) return false;
    state.hasMain = true;
    return true;
  }
  if (!state.isComplete) return (!isProse && !EXCLAMATION.test(line)) || CONTINUES.test(line);
  if (isProse || ALTERNATIVE.test(mask.slice(from, from + 60))) return false;
  return CONTINUES.test(line) || isAlias(mask, from, line);
}

function isAlias(mask: string, from: number, line: string): boolean {
  if (!ALIAS.test(line)) return false;
  const next = nextLine(mask, from + line.length);
  return line.trimEnd().endsWith(",") || (next !== undefined && CONTINUES.test(restOfLine(mask, next)));
}

/** Returns where the next line with words begins. */
function nextLine(mask: string, from: number): number | undefined {
  const space = /\s*/y;
  space.lastIndex = from;
  const at = from + (space.exec(mask)?.[0].length ?? 0);
  return at < mask.length ? Math.max(from, mask.lastIndexOf("\n", at)) + 1 : undefined;
}

const restOfLine = (text: string, from: number): string => {
  const end = text.indexOf("\n", from);
  return text.slice(from, Math.min(end === -1 ? text.length : end, from + 2000));
};
