import { parseJson } from "../../text/parse-json.ts";

/** A JSON object of a reply, with its position. */
export interface FoundObject {
  /** Members in the order of the text; a key can occur twice. */
  readonly members: Members;
  readonly start: number;
  /** the position after its closing brace */
  readonly end: number;
  /** It is JSON only after a repair: a trailing comma, a line break in a text, a comment, a missing end. */
  readonly isRepaired: boolean;
}
export type Members = readonly (readonly [key: string, value: Value])[];
/** `undefined`: a value that is cut off. A bare word that JSON does not know is a text. */
export type Value = string | number | boolean | null | undefined | readonly Value[] | { readonly members: Members };

/**
 * Finds the outermost JSON objects of a text that have a member. Keys must stand in straight double quotes: the fence relies on it
 * (fence.ts). Accepted beyond JSON: trailing and missing commas, raw control characters and quotes in texts, comments, and bare words as values. An
 * object may also end after a complete value without its braces. A number that touches the end of the text is cut off, because digits can be missing.
 */
export function findObjects(text: string): FoundObject[] {
  const found: FoundObject[] = [];
  for (let at = text.indexOf("{"); at >= 0; ) {
    const object = readObject(text, at);
    if (object !== undefined) found.push(object);
    at = text.indexOf("{", object?.end ?? at + 1);
  }
  return found;
}

/** Limits the nesting, so that a reply of braces takes no time. */
const MAX_DEPTH = 8;
const SPACE_OR_COMMENT = /(?:[\s\u200b\ufeff]+|\/\/[^\n]*|\/\*[^]*?\*\/)*/y;
/** A quote that no mark follows belongs to the text. */
const TEXT = /"((?:[^"\\]|\\[^]|"(?!\s{0,30}(?:[,}\]:"]|$)))*)("|$)/y;
const COLON = /\s*:/y;
const WORD = /[^\s,{}[\]"':]+(?:[ \t]+(?:out of|of|\/)[ \t]+\d+)?/y;
const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** The form of a reply names several values where a reply has one: "true or false", "1 | 2 | 3". */
const ALTERNATIVE = /[ \t]+or(?![\p{L}\p{N}])[^,}\]\n]{0,60}|[ \t]*\|[^,}\]\n]{0,60}/uy;
// oxlint-disable-next-line no-control-regex -- JSON refuses them in texts
const CONTROL = /[\u0000-\u001f]/g;
const LITERALS: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };
/** The text has no value here. It is not `undefined`, which is a value that is cut off. */
const NOTHING = Symbol("nothing");

function readObject(text: string, start: number): FoundObject | undefined {
  let at = start;
  let isRepaired = false;

  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match !== null) at = pattern.lastIndex;
    return match;
  };
  const skip = () => {
    const skipped = take(SPACE_OR_COMMENT)?.[0] ?? "";
    if (/[/\u200b\ufeff]/.test(skipped)) isRepaired = true;
  };
  const takes = (mark: string): boolean => {
    skip();
    if (text[at] !== mark) return false;
    at++;
    return true;
  };

  /** Reads members up to the closing brace. An object without one ends after its last complete member. */
  function object(depth: number): { members: Members } | typeof NOTHING {
    const members: (readonly [string, Value])[] = [];
    if (!takes("{")) return NOTHING;
    for (;;) {
      if (takes("}")) {
        // a comma before the brace
        isRepaired ||= members.length > 0;
        return { members };
      }
      const key = readText();
      // no comment before the colon: the fence finds a key by its quote and colon
      if (typeof key !== "string" || take(COLON) === null) return afterLast(members);
      const value = readValue(depth);
      if (value === NOTHING) return afterLast(members);
      members.push([key, value]);
      if (takes("}")) return { members };
      if (takes(",")) continue;
      // a comma is missing before the next key
      if (text[at] !== '"') return afterLast(members);
      isRepaired = true;
    }
  }
  const afterLast = (members: Members): { members: Members } | typeof NOTHING => {
    isRepaired = true;
    return members.length === 0 ? NOTHING : { members };
  };

  function list(depth: number): readonly Value[] | typeof NOTHING {
    const values: Value[] = [];
    if (!takes("[")) return NOTHING;
    while (!takes("]")) {
      const value = readValue(depth);
      if (value === NOTHING) return NOTHING;
      values.push(value);
      if (!takes(",") && text[at] !== "]") return NOTHING;
    }
    return values;
  }

  function readValue(depth: number): Value | typeof NOTHING {
    skip();
    if (depth >= MAX_DEPTH) return NOTHING;
    if (text[at] === "{") return object(depth + 1);
    if (text[at] === "[") return list(depth + 1);
    if (text[at] === '"') return readText();
    const word = take(WORD)?.[0];
    if (word === undefined) return NOTHING;
    const alternative = take(ALTERNATIVE)?.[0];
    if (alternative !== undefined) {
      isRepaired = true;
      return word + alternative;
    }
    if (Object.hasOwn(LITERALS, word)) return LITERALS[word];
    if (at === text.length) return undefined;
    if (NUMBER.test(word)) return Number(word);
    isRepaired = true;
    return word;
  }

  /** Returns the text in quotes, `undefined` if it is cut off. */
  function readText(): string | undefined | typeof NOTHING {
    skip();
    const match = take(TEXT);
    if (match === null) return NOTHING;
    if (match[2] === "") return undefined;
    try {
      const value: unknown = parseJson(`"${(match[1] ?? "").replace(CONTROL, escaped)}"`);
      return typeof value === "string" ? value : NOTHING;
    } catch {
      isRepaired = true;
      return match[1] ?? "";
    }
  }
  const escaped = (control: string): string => {
    isRepaired = true;
    return `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`;
  };

  const whole = object(0);
  if (whole === NOTHING || whole.members.length === 0) return undefined;
  return { members: whole.members, start, end: at, isRepaired };
}
