import { type ReplyText, slice, textAt, spanOf, join } from "../text/reply-text.ts";

/** A value of a JSON object with the names of the objects around it. */
export interface Field {
  /** The key, in small letters without spaces, `-` and `_`. */
  readonly key: string;
  /** The key as it is written. */
  readonly name: string;
  /** The keys of the objects around it, from the outermost on. */
  readonly parents: readonly string[];
  /** How many objects and lists are around it; 1 for a field of the outermost object. */
  readonly depth: number;
  /** Text without quotes and escapes. An object or list has one field per value in it. */
  readonly value: ReplyText;
  readonly isText: boolean;
}

/**
 * An object as models write it: with single quotes, without quotes, cut off, with a comma too many. Verdicts have a stricter parser
 * (judge/json-objects.ts), because the fence relies on keys in straight quotes.
 */
export interface LooseObject {
  readonly fields: readonly Field[];
  /** The first character after it. */
  readonly to: number;
}

const DEEPEST = 40;
const KEY_START = /\{\s{0,200}(?:["']|[A-Za-z_][\w -]{0,60}\s{0,3}:(?!:))/y;
const BARE_KEY = /[A-Za-z_][\w -]{0,60}?(?=\s{0,3}:)/y;
const BARE_VALUE = /[^,}\]\n]*/y;

export const canonicalKey = (key: string): string => key.toLowerCase().replace(/[\s_-]+/g, "");

/** Reads the object that starts at text[from], or returns undefined. Never throws, and needs time that is linear in what it reads. */
export function looseObject(text: ReplyText, from: number): LooseObject | undefined {
  KEY_START.lastIndex = from;
  if (!KEY_START.test(text.text)) return undefined;
  const fields: Field[] = [];
  const to = object(text, from, [], 1, fields);
  return to === undefined || fields.length === 0 ? undefined : { fields, to };
}

/** Returns the first character after the object; undefined if it is none. A cut-off object ends with the text. */
function object(
  text: ReplyText,
  from: number,
  parents: readonly string[],
  depth: number,
  fields: Field[],
): number | undefined {
  let at = from + 1;
  while (at < text.text.length) {
    at = afterSpace(text.text, at);
    if (text.text[at] === "}") return at + 1;
    if (text.text[at] === ",") {
      at++;
      continue;
    }
    if (at >= text.text.length) break;
    const key = keyAt(text, at);
    if (key === undefined) return undefined;
    at = afterSpace(text.text, key.to);
    if (text.text[at] !== ":") return undefined;
    const to = value(text, afterSpace(text.text, at + 1), [...parents, key.text.text], depth, fields);
    if (to === undefined) return undefined;
    at = to;
  }
  return text.text.length;
}

/** `keys`: those of the objects around it, and its own, as they are written. */
function value(
  text: ReplyText,
  from: number,
  keys: readonly string[],
  depth: number,
  fields: Field[],
): number | undefined {
  const first = text.text[from];
  if (first === undefined) return from;
  if (depth > DEEPEST) return undefined;
  if (first === "{") return object(text, from, keys, depth + 1, fields);
  if (first === "[") return list(text, from, keys, depth + 1, fields);
  const name = keys.at(-1) ?? "";
  const named = { key: canonicalKey(name), name, parents: keys.slice(0, -1).map(canonicalKey), depth };
  if (first === '"' || first === "'") {
    const string = stringAt(text, from);
    fields.push({ ...named, value: string.text, isText: true });
    return string.to;
  }
  BARE_VALUE.lastIndex = from;
  const bare = BARE_VALUE.exec(text.text)?.[0] ?? "";
  fields.push({ ...named, value: slice(text, from, from + bare.trimEnd().length), isText: false });
  return from + bare.length;
}

function list(
  text: ReplyText,
  from: number,
  keys: readonly string[],
  depth: number,
  fields: Field[],
): number | undefined {
  let at = from + 1;
  while (at < text.text.length) {
    at = afterSpace(text.text, at);
    if (text.text[at] === "]") return at + 1;
    if (text.text[at] === ",") {
      at++;
      continue;
    }
    if (text.text[at] === "}") return undefined;
    const to = value(text, at, keys, depth, fields);
    if (to === undefined) return undefined;
    at = to > at ? to : at + 1;
  }
  return text.text.length;
}

function keyAt(text: ReplyText, from: number): { readonly text: ReplyText; readonly to: number } | undefined {
  if (text.text[from] === '"' || text.text[from] === "'") return stringAt(text, from);
  BARE_KEY.lastIndex = from;
  const bare = BARE_KEY.exec(text.text)?.[0];
  return bare === undefined ? undefined : { text: slice(text, from, from + bare.length), to: from + bare.length };
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "", b: "", f: "" };

/** A string from its quote to the next one before a comma, a colon, a bracket or the end; escapes are resolved. */
function stringAt(text: ReplyText, from: number): { readonly text: ReplyText; readonly to: number } {
  const quote = text.text[from];
  const parts: ReplyText[] = [];
  let kept = from + 1;
  let at = from + 1;
  while (at < text.text.length) {
    const unit = text.text[at];
    if (unit === "\\") {
      const escape = /^\\u([0-9a-fA-F]{4})/.exec(text.text.slice(at, at + 6));
      const length = escape === null ? 2 : 6;
      const follower = text.text[at + 1] ?? "";
      const resolved =
        escape === null ? (ESCAPES[follower] ?? follower) : String.fromCharCode(Number.parseInt(escape[1] ?? "", 16));
      parts.push(slice(text, kept, at), textAt(resolved, spanOf(text, at, at + length)));
      at += length;
      kept = at;
    } else if (unit === quote && (quote === '"' || endsString(text.text, at))) {
      return { text: join([...parts, slice(text, kept, at)]), to: at + 1 };
    } else at++;
  }
  return { text: join([...parts, slice(text, kept, at)]), to: text.text.length };
}

/** An apostrophe inside a word does not end a string in single quotes. */
const endsString = (text: string, at: number): boolean => /^'\s{0,200}(?:[,:}\]]|$)/.test(text.slice(at, at + 203));

function afterSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text.charAt(at))) at++;
  return at;
}
