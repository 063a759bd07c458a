import { errorAt, type HoconToken } from "./hocon-tokens.ts";
import { UserError } from "../user-error.ts";

/** A syntax tree of a HOCON text, before substitutions are resolved. */
export type Node =
  | { readonly kind: "scalar"; readonly value: Scalar; readonly isSpace?: boolean }
  | { readonly kind: "array"; readonly items: readonly Node[] }
  | { readonly kind: "object"; readonly fields: Map<string, Node>; readonly line: number }
  | { readonly kind: "joined"; readonly parts: readonly Node[] }
  | { readonly kind: "reference"; readonly path: readonly string[]; readonly optional: boolean; readonly line: number };
export type Scalar = string | number | boolean | null;
export type ObjectNode = Extract<Node, { kind: "object" }>;

export interface Included {
  readonly label: string;
  readonly tokens: readonly HoconToken[];
}
/** Included files. The key joins the name in the include statement with the label of the including file: includeKey. */
export type Includes = ReadonlyMap<string, Included>;
export const includeKey = (name: string, from: string) => `${from}\n${name}`;

interface Cursor {
  readonly tokens: readonly HoconToken[];
  readonly label: string;
  readonly includes: Includes;
  position: number;
  depth: number;
}

/** The parser is recursive: this limit prevents a stack overflow, and no real .conf file reaches it. */
export const MAX_DEPTH = 200;

/** Reads the include statement at token `start`: the file name and the number of the statement's tokens. */
export function readInclude(
  tokens: readonly HoconToken[],
  start: number,
  label: string,
): { name: string; length: number } {
  const line = tokens[start]?.line ?? 1;
  const statement = tokens.slice(start, start + 8);
  const end = statement.findIndex(({ kind }) => kind === "newline");
  const words = end < 0 ? statement : statement.slice(0, end);
  const named = words.findIndex(({ kind }) => kind === "string");
  const before = words
    .slice(1, named)
    .map(({ text }) => text.trim())
    .join("");
  const name = words[named]?.text;
  const closing = /^(?:required\()?(?:file\()?$/.test(before) ? before.split("(").length - 1 : -1;
  if (name === undefined || closing < 0) {
    throw errorAt(label, line, 'the include statement is not valid; write include "FILE" on its own line');
  }
  const length = closing === 0 ? named + 1 : named + 2;
  if (closing > 0 && words[named + 1]?.text !== ")".repeat(closing)) {
    throw errorAt(label, line, `the include of "${name}" is not closed; end it with ${")".repeat(closing)}`);
  }
  return { name, length };
}

/** Sets the value at a path. Two objects are merged; any other value replaces the existing one. */
export function setField(target: ObjectNode, path: readonly string[], value: Node): void {
  const [key = "", ...rest] = path;
  const existing = target.fields.get(key);
  if (rest.length > 0) {
    const inner: ObjectNode = { kind: "object", fields: new Map(), line: target.line };
    setField(inner, rest, value);
    setField(target, [key], inner);
  } else if (existing?.kind === "object" && value.kind === "object") {
    for (const [name, field] of value.fields) setField(existing, [name], field);
  } else if (existing !== undefined && value.kind === "object" && existing.kind !== "scalar") {
    target.fields.set(key, { kind: "joined", parts: [existing, value] });
  } else {
    target.fields.set(key, value);
  }
}

const current = (cursor: Cursor) => cursor.tokens[cursor.position];
const isMark = (token: HoconToken | undefined, ...marks: string[]) =>
  token?.kind === "mark" && marks.includes(token.text);

function skip(cursor: Cursor, ...kinds: HoconToken["kind"][]): void {
  for (let token = current(cursor); token !== undefined && kinds.includes(token.kind); token = current(cursor)) {
    cursor.position += 1;
  }
}

/** Skips the line breaks and at most one comma between two fields or items. */
function skipSeparator(cursor: Cursor): void {
  skip(cursor, "space", "newline");
  if (!isMark(current(cursor), ",")) return;
  cursor.position += 1;
  skip(cursor, "space", "newline");
}

function unexpected(cursor: Cursor, wanted: string): Error {
  const token = current(cursor);
  if (token === undefined) {
    return errorAt(
      cursor.label,
      cursor.tokens.at(-1)?.line ?? 1,
      `the file ends, but ${wanted} is expected; complete the file`,
    );
  }
  return errorAt(
    cursor.label,
    token.line,
    `found "${token.text}", but ${wanted} is expected; quote values that contain : = { or ,`,
  );
}

function parsePath(cursor: Cursor): string[] {
  const path: string[] = [];
  let open = "";
  for (let token = current(cursor); token?.kind === "word" || token?.kind === "string"; token = current(cursor)) {
    if (token.kind === "string") open += token.text;
    else {
      const [first = "", ...more] = token.text.split(".");
      open += first;
      for (const part of more) {
        path.push(open);
        open = part;
      }
    }
    cursor.position += 1;
  }
  path.push(open);
  if (path.length > MAX_DEPTH)
    throw new UserError(`${cursor.label}: a key has more than ${MAX_DEPTH} parts; use a shorter key`);
  skip(cursor, "space");
  return path;
}

function parseReference(cursor: Cursor, mark: HoconToken): Node {
  cursor.position += 1;
  skip(cursor, "space");
  const path = parsePath(cursor);
  if (!isMark(current(cursor), "}")) throw unexpected(cursor, "} of a substitution");
  cursor.position += 1;
  return { kind: "reference", path, optional: mark.text === "${?", line: mark.line };
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const WORDS: Readonly<Record<string, Scalar>> = { true: true, false: false, null: null };

function parsePart(cursor: Cursor, token: HoconToken): Node {
  if (isMark(token, "{", "[", "${", "${?")) {
    if (cursor.depth >= MAX_DEPTH)
      throw errorAt(cursor.label, token.line, `more than ${MAX_DEPTH} brackets are open; nest fewer lists and objects`);
    cursor.depth += 1;
    const opened = { "{": parseObject, "[": parseArray }[token.text];
    const part = opened === undefined ? parseReference(cursor, token) : opened(cursor);
    cursor.depth -= 1;
    return part;
  }
  cursor.position += 1;
  return { kind: "scalar", value: token.text, isSpace: token.kind === "space" };
}

/** Adjacent parts form one value: texts are joined with their inner spaces, arrays are concatenated, objects are merged. */
function parseValue(cursor: Cursor): Node {
  const start = cursor.position;
  const parts: Node[] = [];
  for (let token = current(cursor); token !== undefined; token = current(cursor)) {
    if (token.kind === "newline" || isMark(token, ",", "}", "]")) break;
    if (isMark(token, ":", "=", "+=")) throw unexpected(cursor, "the end of a value");
    parts.push(parsePart(cursor, token));
  }
  const isSpace = (part: Node | undefined) => part?.kind === "scalar" && part.isSpace === true;
  while (isSpace(parts.at(-1))) parts.pop();
  const [only, ...more] = parts;
  if (only === undefined) throw unexpected(cursor, "a value");
  if (more.length > 0) return { kind: "joined", parts };
  const token = cursor.tokens[start];
  if (token?.kind !== "word") return only;
  if (Object.hasOwn(WORDS, token.text)) return { kind: "scalar", value: WORDS[token.text] ?? null };
  return NUMBER.test(token.text) ? { kind: "scalar", value: Number(token.text) } : only;
}

function parseArray(cursor: Cursor): Node {
  const opened = current(cursor)?.line ?? 1;
  const items: Node[] = [];
  cursor.position += 1;
  skip(cursor, "space", "newline");
  while (!isMark(current(cursor), "]")) {
    if (current(cursor) === undefined)
      throw errorAt(cursor.label, opened, "a list is opened with [ and not closed; add ]");
    items.push(parseValue(cursor));
    skipSeparator(cursor);
  }
  cursor.position += 1;
  return { kind: "array", items };
}

function parseIncluded(cursor: Cursor, target: ObjectNode): void {
  const { name, length } = readInclude(cursor.tokens, cursor.position, cursor.label);
  const included = cursor.includes.get(includeKey(name, cursor.label));
  if (included !== undefined) {
    for (const [key, value] of parseRoot(included, cursor.includes).fields) setField(target, [key], value);
  }
  cursor.position += length;
}

function parseField(cursor: Cursor, target: ObjectNode): void {
  const first = current(cursor);
  if (first?.kind === "word" && first.text === "include") {
    parseIncluded(cursor, target);
    return;
  }
  const path = parsePath(cursor);
  const mark = current(cursor);
  if (path.join("") === "" || !isMark(mark, ":", "=", "+=", "{")) throw unexpected(cursor, "a key and its value");
  if (mark?.text !== "{") {
    cursor.position += 1;
    skip(cursor, "space", "newline");
  }
  const value = resolveSelfReferences(parseValue(cursor), path, target);
  if (mark?.text !== "+=") {
    setField(target, path, value);
    return;
  }
  const before = fieldAt(target, path);
  const item: Node = { kind: "array", items: [value] };
  setField(target, path, before === undefined ? item : { kind: "joined", parts: [before, item] });
}

function fieldAt(target: ObjectNode, path: readonly string[]): Node | undefined {
  const [key = "", ...rest] = path;
  const field = target.fields.get(key);
  return rest.length === 0 || field === undefined ? field : field.kind === "object" ? fieldAt(field, rest) : undefined;
}

/** Replaces a reference to the field that is being set by its previous value, e.g. in `entries = ${entries} [...]`. */
function resolveSelfReferences(value: Node, path: readonly string[], target: ObjectNode): Node {
  if (value.kind === "joined")
    return { ...value, parts: value.parts.map((part) => resolveSelfReferences(part, path, target)) };
  if (value.kind !== "reference" || value.path.join("\n") !== path.join("\n")) return value;
  return fieldAt(target, path) ?? value;
}

function parseFields(cursor: Cursor, target: ObjectNode, end: "}" | undefined): void {
  skip(cursor, "space", "newline");
  for (let token = current(cursor); token !== undefined; token = current(cursor)) {
    if (end !== undefined && isMark(token, end)) return;
    parseField(cursor, target);
    skip(cursor, "space");
    const after = current(cursor);
    if (after !== undefined && after.kind !== "newline" && !isMark(after, ",", ...(end === undefined ? [] : [end]))) {
      throw unexpected(cursor, "a comma or the end of the line");
    }
    skipSeparator(cursor);
  }
}

function parseObject(cursor: Cursor): ObjectNode {
  const line = current(cursor)?.line ?? 1;
  const object: ObjectNode = { kind: "object", fields: new Map(), line };
  cursor.position += 1;
  parseFields(cursor, object, "}");
  if (current(cursor) === undefined)
    throw errorAt(cursor.label, line, "an object is opened with { and not closed; add }");
  cursor.position += 1;
  return object;
}

/** Parses a whole file: an object with or without braces. @throws UserError with label and line */
export function parseRoot({ tokens, label }: Included, includes: Includes): ObjectNode {
  const cursor: Cursor = { tokens, label, includes, position: 0, depth: 0 };
  skip(cursor, "space", "newline");
  if (!isMark(current(cursor), "{")) {
    const root: ObjectNode = { kind: "object", fields: new Map(), line: 1 };
    parseFields(cursor, root, undefined);
    return root;
  }
  const root = parseObject(cursor);
  skip(cursor, "space", "newline");
  if (current(cursor) !== undefined) throw unexpected(cursor, "the end of the file");
  return root;
}
