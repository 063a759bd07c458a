import { Document, isScalar, LineCounter, parseDocument, visit } from "yaml";

export interface ParsedYaml {
  readonly document: Document;
  readonly lines: LineCounter;
  /** The first fault of the text; `line` starts at 1. */
  readonly fault?: { readonly line: number; readonly what: string };
}

/** Parses YAML in linear time. The library compares each key with all others, so 30,000 keys take it 40 s: we search for repeated keys ourselves. */
export function parseYaml(text: string): ParsedYaml {
  const lines = new LineCounter();
  const document = parsedOrTooDeep(text, lines);
  if (document === undefined) return { document: new Document(null), lines, fault: { line: 1, what: TOO_DEEP } };
  const [error] = document.errors;
  const at = error === undefined ? repeatedKey(document) : error.pos[0];
  if (at === undefined) return { document, lines };
  const what = error === undefined ? "Map keys must be unique" : wordsOf(error.message);
  return { document, lines, fault: { line: lines.linePos(at).line, what } };
}

/**
 * The parser calls itself for each level. Where the stack ends in it decides whether it throws, or reports an error. Its words about several documents are for
 * programmers.
 */
const wordsOf = (message: string): string =>
  message.includes("call stack") ? TOO_DEEP : message.includes("multiple documents") ? SEVERAL : message;
const SEVERAL = "it has several documents, each after ---; keep one of them";
const TOO_DEEP = "its lists or objects are nested too deeply; use fewer levels";

function parsedOrTooDeep(text: string, lineCounter: LineCounter): Document | undefined {
  try {
    return parseDocument(text, {
      lineCounter,
      prettyErrors: false,
      uniqueKeys: false,
      logLevel: "error", // a warning would print a part of the text, which may be a client's
    });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Returns the place of the first key that its map has twice. */
function repeatedKey(document: Document): number | undefined {
  let found: number | undefined;
  visit(document, {
    Map(_, { items }) {
      const keys = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
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
