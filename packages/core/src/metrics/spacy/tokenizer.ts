import { SPACE } from "../python-text.ts";
import { exceptions } from "./exceptions.ts";
import { INFIX, PREFIX, SUFFIX, URL_LIKE } from "./patterns.ts";

/**
 * spaCy's rule tokenizer for English, after the algorithm in its documentation (spacy.io/usage/linguistic-features, "How spaCy's
 * tokenizer works") and facts of its language data. It splits at spaces, then strips affixes repeatedly; exceptions precede rules, URLs
 * stay whole, then infixes split. Finally it rejoins exceptions that the rules split.
 * A single space is not a token; any other run of white space is one.
 */
export function spacyTokens(text: string): string[] {
  const tokens: string[] = [];
  const afterSpace = new Set<number>();
  for (const [piece, start] of pieces(text)) {
    if (text.charAt(start - 1) === " " && !SPACE.test(piece)) afterSpace.add(tokens.length);
    for (const token of tokensOf(piece)) tokens.push(token);
  }
  return rejoined(tokens, afterSpace);
}

/**
 * Returns runs of white space and of other text, with their start. If a space follows a word directly, that space belongs to the word.
 */
function* pieces(text: string): Generator<readonly [string, number]> {
  let start = 0;
  let isInSpace = isSpace(text, 0);
  for (let at = 0; at < text.length; at++) {
    if (isSpace(text, at) === isInSpace) continue;
    if (start < at) yield [text.slice(start, at), start];
    start = text.charAt(at) === " " ? at + 1 : at;
    isInSpace = !isInSpace;
  }
  if (start < text.length) yield [text.slice(start), start];
}

/** Visible ASCII, most of a text, needs no pattern. */
function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return !(code > 0x20 && code < 0x7f) && SPACE.test(text.charAt(at));
}

const MAX_KNOWN = 50_000;
const MAX_KNOWN_LENGTH = 64;
const known = new Map<string, readonly string[]>();

function tokensOf(piece: string): readonly string[] {
  const before = known.get(piece);
  if (before !== undefined) return before;
  if (known.size >= MAX_KNOWN) known.clear();
  const tokens = exceptions.get(piece) ?? byRules(piece, true);
  if (piece.length <= MAX_KNOWN_LENGTH) known.set(piece, tokens);
  return tokens;
}

/** `withExceptions` false: applies only the rules. */
function byRules(piece: string, withExceptions: boolean): string[] {
  const front: string[] = [];
  const end: string[] = [];
  const isException = (text: string) => withExceptions && text.length <= LONGEST && exceptions.has(text);
  let rest = piece;
  for (let length = -1; rest !== "" && rest.length !== length && !isException(rest); ) {
    length = rest.length;
    const prefix = PREFIX.exec(rest)?.[0] ?? "";
    const withoutPrefix = rest.slice(prefix.length);
    if (prefix !== "" && isException(withoutPrefix)) {
      front.push(prefix);
      rest = withoutPrefix;
      break;
    }
    const suffix = suffixOf(withoutPrefix);
    const withoutSuffix = rest.slice(0, rest.length - suffix.length);
    if (suffix !== "" && isException(withoutSuffix)) {
      end.push(suffix);
      rest = withoutSuffix;
      break;
    }
    if (prefix !== "") front.push(prefix);
    if (suffix !== "") end.push(suffix);
    rest = rest.slice(prefix.length, rest.length - suffix.length);
  }
  return [...front, ...middle(rest, withExceptions), ...end.toReversed()];
}

const LONGEST = Math.max(...[...exceptions.keys()].map(({ length }) => length));
const TAIL = 64;
const LOOKED_BEHIND = 4;

/** Searches only the end of a long text: 10,000 underscores would otherwise need 10,000 full searches. Only rows of points are longer. */
function suffixOf(text: string): string {
  const tail = text.length > TAIL ? SUFFIX.exec(text.slice(-TAIL)) : undefined;
  if (tail === null) return "";
  return (tail !== undefined && tail.index > LOOKED_BEHIND ? tail[0] : SUFFIX.exec(text)?.[0]) ?? "";
}

function middle(text: string, withExceptions: boolean): readonly string[] {
  if (text === "") return [];
  const exception = withExceptions ? exceptions.get(text) : undefined;
  if (exception !== undefined) return exception;
  if (text.includes(".") && URL_LIKE.test(text)) return [text];
  const tokens: string[] = [];
  let start = 0;
  for (const { index, 0: infix } of text.matchAll(INFIX)) {
    if (index === 0) continue; // spaCy: an infix at the start does not split
    if (index > start) tokens.push(text.slice(start, index));
    tokens.push(infix);
    start = index + infix.length;
  }
  if (start < text.length) tokens.push(text.slice(start));
  return tokens;
}

interface Torn {
  readonly text: string;
  readonly parts: readonly string[];
}

/** Exceptions that contain an affix or infix, by the first token that the rules produce; the longest first. They take 20 ms, so the first text makes them. */
let torn: ReadonlyMap<string, readonly Torn[]> | undefined;

function tornExceptions(): Map<string, Torn[]> {
  const byFirst = new Map<string, Torn[]>();
  for (const text of exceptions.keys()) {
    if (!PREFIX.test(text) && !SUFFIX.test(text) && text.search(INFIX) < 0) continue;
    const parts = byRules(text, false);
    const [first = ""] = parts;
    byFirst.set(first, [...(byFirst.get(first) ?? []), { text, parts }]);
  }
  return byFirst;
}

interface Find extends Torn {
  readonly at: number;
}

/**
 * "x:)" ends in the emoticon ":)", and "(5-8)" in "8)". Among overlapping matches the longest wins, among equal ones the first. A match
 * with a space inside is dropped only after it has displaced overlapping ones: in "] =)" neither "]=" nor "=)" is found.
 */
function rejoined(tokens: string[], afterSpace: ReadonlySet<number>): string[] {
  const finds = findsIn(tokens);
  if (finds.length === 0) return tokens;
  const taken = new Set<number>();
  const replacements = new Map<number, readonly string[]>();
  for (const { text, parts, at } of finds.toSorted((a, b) => b.parts.length - a.parts.length || a.at - b.at)) {
    if (parts.some((_, i) => taken.has(at + i))) continue;
    for (const i of parts.keys()) taken.add(at + i);
    if (parts.some((_, i) => i > 0 && afterSpace.has(at + i))) continue;
    for (const i of parts.keys()) replacements.set(at + i, []);
    replacements.set(at, exceptions.get(text) ?? parts);
  }
  return tokens.flatMap((token, at) => replacements.get(at) ?? [token]);
}

function findsIn(tokens: readonly string[]): Find[] {
  const finds: Find[] = [];
  torn ??= tornExceptions();
  for (const [at, token] of tokens.entries())
    for (const one of torn.get(token) ?? [])
      if (one.parts.every((part, i) => tokens[at + i] === part)) finds.push({ ...one, at });
  return finds;
}
