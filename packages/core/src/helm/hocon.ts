import {
  type Included,
  includeKey,
  MAX_DEPTH,
  type Node,
  type ObjectNode,
  parseRoot,
  readInclude,
  type Scalar,
} from "./hocon-parse.ts";
import { errorAt, tokenize } from "./hocon-tokens.ts";
import { UserError } from "../user-error.ts";
import { turns } from "../run/turns.ts";

export type HoconValue = Scalar | HoconValue[] | { [key: string]: HoconValue };

export interface HoconSource {
  /** The file's name in messages. */
  readonly label: string;
  /**
   * Reads an included file; `from` is the label of the file that includes it.
   * @throws UserError if the file does not exist
   */
  readInclude?(name: string, from: string): Promise<{ readonly label: string; readonly text: string }>;
}

/** Nested substitutions grow exponentially. This limit keeps a short text from filling the memory. */
const MAX_NODES = 200_000;
/** The same for text: characters of all joined values. */
const MAX_CHARACTERS = 10_000_000;

/** Returns the index of each token that starts an include statement. */
function includesOf({ tokens }: Included): number[] {
  let opensField = true;
  return tokens.flatMap((token, index) => {
    const isInclude = opensField && token.kind === "word" && token.text === "include";
    if (token.kind !== "space") opensField = token.kind === "newline" || token.text === "{" || token.text === ",";
    return isInclude ? [index] : [];
  });
}

function refuseIncludes(file: Included): void {
  for (const index of includesOf(file)) {
    const { name } = readInclude(file.tokens, index, file.label);
    const line = file.tokens[index]?.line ?? 1;
    throw errorAt(
      file.label,
      line,
      `include "${name}" is not allowed here; copy the content of "${name}" into this file`,
    );
  }
}

/** Reads all included files, recursively, before the parser starts. */
async function loadIncludes(
  file: Included,
  source: HoconSource,
  includes: Map<string, Included>,
  chain: readonly string[],
): Promise<void> {
  if (source.readInclude === undefined) refuseIncludes(file);
  for (const index of includesOf(file)) {
    const { name } = readInclude(file.tokens, index, file.label);
    const read = await source.readInclude?.(name, file.label);
    if (read === undefined) continue;
    const { label, text } = read;
    if (chain.includes(label)) {
      throw errorAt(file.label, file.tokens[index]?.line ?? 1, `include "${name}" includes itself; remove the cycle`);
    }
    const included = { label, tokens: tokenize(text, label) };
    includes.set(includeKey(name, file.label), included);
    await loadIncludes(included, source, includes, [...chain, label]);
  }
}

interface Resolver {
  readonly root: ObjectNode;
  readonly label: string;
  readonly lines: WeakMap<object, number>;
  nodes: number;
  characters: number;
}

type Resolved = HoconValue | undefined;
const isObject = (value: Resolved): value is { [key: string]: HoconValue } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isSpace = (part: Node) => part.kind === "scalar" && part.isSpace === true;

type Fields = { [key: string]: HoconValue };

/**
 * Merges objects in one pass: a later value replaces an earlier one, unless both are objects. Object.fromEntries creates own properties for all
 * keys, also for "__proto__".
 */
function mergeAll(resolver: Resolver, objects: readonly Fields[]): Fields {
  const byKey = new Map<string, HoconValue[]>();
  for (const object of objects) {
    const entries = Object.entries(object);
    spend(resolver, entries.length);
    for (const [key, value] of entries) {
      const before = byKey.get(key);
      if (before !== undefined && isObject(value) && isObject(before[0])) before.push(value);
      else byKey.set(key, [value]);
    }
  }
  return Object.fromEntries([...byKey].map(([key, values]) => [key, valueOf(resolver, values)]));
}

function valueOf(resolver: Resolver, values: readonly HoconValue[]): HoconValue {
  const [only = null, ...others] = values;
  return others.length === 0 ? only : mergeAll(resolver, values.filter(isObject));
}

function spend(resolver: Resolver, values: number): void {
  resolver.nodes += values;
  if (resolver.nodes > MAX_NODES)
    throw new UserError(
      `${resolver.label}: its substitutions create more than ${MAX_NODES} values; use fewer substitutions`,
    );
}

function joinParts(resolver: Resolver, parts: readonly Node[], seen: readonly string[]): Resolved {
  const values = parts.map((part) => ({ part, value: resolve(resolver, part, seen) }));
  const solid = values.flatMap(({ part, value }) => (isSpace(part) || value === undefined ? [] : [value]));
  if (solid.length === 0) return undefined;
  if (solid.every((value) => Array.isArray(value))) {
    const joined = solid.flat();
    spend(resolver, joined.length);
    return joined;
  }
  if (solid.every((value) => isObject(value))) {
    const merged = mergeAll(resolver, solid);
    const line = solid.flatMap((value) => resolver.lines.get(value) ?? []).at(-1);
    if (line !== undefined) resolver.lines.set(merged, line);
    return merged;
  }
  const words = values.map(({ value }) => (value === undefined ? "" : value));
  if (!words.every((word) => typeof word !== "object" || word === null)) {
    throw new UserError(
      `${resolver.label}: a list or an object is joined with text; join only lists, only objects or only text`,
    );
  }
  if (words.length === 1) return words[0];
  const texts = words.map(String);
  resolver.characters += texts.reduce((sum, { length }) => sum + length, 0);
  if (resolver.characters > MAX_CHARACTERS)
    throw new UserError(
      `${resolver.label}: its substitutions create more than ${MAX_CHARACTERS} characters; use fewer substitutions`,
    );
  return texts.join("");
}

function resolveReference(
  resolver: Resolver,
  node: Extract<Node, { kind: "reference" }>,
  seen: readonly string[],
): Resolved {
  const name = node.path.join(".");
  if (seen.includes(name)) throw errorAt(resolver.label, node.line, `\${${name}} refers to itself; remove the cycle`);
  if (seen.length >= MAX_DEPTH)
    throw errorAt(
      resolver.label,
      node.line,
      `more than ${MAX_DEPTH} substitutions follow each other; write values out`,
    );
  const value = lookUp(resolver, resolver.root, node.path, [...seen, name]);
  if (value !== undefined || node.optional) return value;
  throw errorAt(resolver.label, node.line, `\${${name}} is not defined; define ${name} or write the value out`);
}

/** Descends through object nodes first, so that it resolves the requested field only. */
function lookUp(resolver: Resolver, node: Node, path: readonly string[], seen: readonly string[]): Resolved {
  const [key, ...rest] = path;
  if (key === undefined) return resolve(resolver, node, seen);
  if (node.kind === "object") {
    const field = node.fields.get(key);
    return field === undefined ? undefined : lookUp(resolver, field, rest, seen);
  }
  return path.reduce<Resolved>(
    (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    resolve(resolver, node, seen),
  );
}

function resolve(resolver: Resolver, node: Node, seen: readonly string[]): Resolved {
  spend(resolver, 1);
  switch (node.kind) {
    case "scalar":
      return node.value;
    case "array":
      return node.items.flatMap((item) => {
        const value = resolve(resolver, item, seen);
        return value === undefined ? [] : [value];
      });
    case "object": {
      const fields = [...node.fields].flatMap(([key, field]) => {
        const value = resolve(resolver, field, seen);
        return value === undefined ? [] : [[key, value] as const];
      });
      const object = Object.fromEntries(fields);
      resolver.lines.set(object, node.line);
      return object;
    }
    case "joined":
      return joinParts(resolver, node.parts, seen);
    case "reference":
      return resolveReference(resolver, node, seen);
    default:
      return node satisfies never;
  }
}

export type HoconObject = { readonly [key: string]: HoconValue };
export interface HoconResult {
  readonly value: HoconObject;
  /** Returns the line of an object's opening brace. */
  readonly lineOf: (object: object) => number | undefined;
}

/** Repeated keys that refer to themselves nest without a limit of their own: the stack ends first. */
function withinStack<T>(label: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UserError(`${label}: a key repeats too many times with references to itself; write the value out`);
  }
}

const evaluate = (file: Included, includes: ReadonlyMap<string, Included>): HoconResult =>
  evaluateRoot(file, parseRoot(file, includes));

function evaluateRoot(file: Included, root: ObjectNode): HoconResult {
  const lines = new WeakMap<object, number>();
  const value = withinStack(file.label, () =>
    resolve({ root, label: file.label, lines, nodes: 0, characters: 0 }, root, []),
  );
  return { value: isObject(value) ? value : {}, lineOf: (object) => lines.get(object) };
}

/**
 * Reads HOCON as HELM's files use it (pyhocon): comments, trailing commas, unquoted text, `a.b` and `+=`, merged objects,
 * substitutions within the files, and includes through `readInclude`. It never reads the environment or the disk, because the API
 * passes untrusted .conf texts to it.
 * @throws UserError with label and line
 */
export async function readHocon(text: string, source: HoconSource): Promise<HoconResult> {
  const file = { label: source.label, tokens: tokenize(text, source.label) };
  const includes = new Map<string, Included>();
  // A text of the greatest length takes a tenth of a second for each step.
  const turn = turns(1);
  await turn();
  await loadIncludes(file, source, includes, [source.label]);
  const root = parseRoot(file, includes);
  await turn();
  const result = evaluateRoot(file, root);
  await turn();
  return result;
}

/** Reads HOCON without includes, e.g. credentials.conf. @throws UserError with label and line */
export function parseHocon(text: string, label: string): HoconObject {
  const file = { label, tokens: tokenize(text, label) };
  refuseIncludes(file);
  return evaluate(file, new Map()).value;
}
