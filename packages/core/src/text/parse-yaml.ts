import { type Document, isScalar, LineCounter, parseDocument, visit } from "yaml";

export interface ParsedYaml {
  readonly document: Document;
  readonly lines: LineCounter;
  /** The first fault of the text; `line` starts at 1. */
  readonly fault?: { readonly line: number; readonly what: string };
}

/** Parses YAML in linear time. The library compares each key with all others, so 30,000 keys take it 40 s: we search for repeated keys ourselves. */
export function parseYaml(text: string): ParsedYaml {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: false,
    logLevel: "error", // a warning would print a part of the text, which may be a client's
  });
  const [error] = document.errors;
  const at = error === undefined ? repeatedKey(document) : error.pos[0];
  if (at === undefined) return { document, lines };
  const what = error === undefined ? "Map keys must be unique" : wordsOf(error.message);
  return { document, lines, fault: { line: lines.linePos(at).line, what } };
}

/** The parser calls itself for each level. */
const wordsOf = (message: string): string =>
  message.includes("call stack") ? "its lists or objects are nested too deeply; use fewer levels" : message;

/** Returns the place of the first key that its map has twice. */
function repeatedKey(document: Document): number | undefined {
  let found: number | undefined;
  visit(document, {
    Map(_, { items }) {
      const keys = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key) || key.value === "<<") continue;
        if (!keys.has(key.value)) keys.add(key.value);
        else {
          found = key.range?.[0] ?? 0;
          return visit.BREAK;
        }
      }
      return undefined;
    },
  });
  return found;
}
