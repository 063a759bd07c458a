/** A position in a text; both numbers start at 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

export function positionAt(text: string, offset: number): TextPosition {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

const TOKEN =
  /\s*(?:([{}[\],:])|("(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/y;
type Expected = "value" | "key" | "colon" | "comma" | "end";

interface State {
  /** The open brackets. */
  readonly open: string;
  readonly expected: Expected;
  /** The last bracket is still empty, so that it may close now. */
  readonly isEmpty: boolean;
}

/**
 * Finds the offset where a text stops being JSON, or its length if it only ends too early. Call it for a text that JSON.parse
 * refused: only some of JSON.parse's messages name the position.
 */
export function jsonFault(text: string): number {
  let state: State = { open: "", expected: "value", isEmpty: false };
  let end = 0;
  for (;;) {
    TOKEN.lastIndex = end;
    const match = TOKEN.exec(text);
    const next = match === null ? undefined : follow(state, match[1], match[2] !== undefined);
    if (match === null || next === undefined)
      return end + (text.slice(end).length - text.slice(end).trimStart().length);
    state = next;
    end += match[0].length;
  }
}

const CLOSING: Readonly<Record<string, string>> = { "{": "}", "[": "]" };

/** The state after a token, or undefined if the token is not allowed here. */
function follow(state: State, mark: string | undefined, isString: boolean): State | undefined {
  const { open, expected, isEmpty } = state;
  const last = open.slice(-1);
  if (mark !== undefined && mark === CLOSING[last])
    return expected === "comma" || isEmpty ? behindValue(open.slice(0, -1)) : undefined;
  const then = (next: Expected): State => ({ open, expected: next, isEmpty: false });
  if (expected === "key") return isString ? then("colon") : undefined;
  if (expected === "colon") return mark === ":" ? then("value") : undefined;
  if (expected === "comma") return mark === "," ? then(last === "{" ? "key" : "value") : undefined;
  return expected === "end" ? undefined : valueBegins(open, mark);
}

function valueBegins(open: string, mark: string | undefined): State | undefined {
  if (mark === undefined) return behindValue(open);
  if (mark !== "{" && mark !== "[") return undefined;
  return { open: open + mark, expected: mark === "{" ? "key" : "value", isEmpty: true };
}

const behindValue = (open: string): State => ({ open, expected: open === "" ? "end" : "comma", isEmpty: false });
