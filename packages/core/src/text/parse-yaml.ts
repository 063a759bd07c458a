import { Composer, Document, isScalar, Lexer, LineCounter, Parser, visit, YAMLParseError } from "yaml";
import { MAX_JSON_DEPTH, TOO_DEEP_JSON } from "./json-depth.ts";

export interface ParsedYaml {
  readonly document: Document;
  readonly lines: LineCounter;
  /** The first fault of the text; `line` starts at 1. */
  readonly fault?: { readonly line: number; readonly what: string };
}

/** Parses YAML in linear time. The library compares each key with all others, so 30,000 keys take it 40 s: we search for repeated keys ourselves. */
export function parseYaml(text: string): ParsedYaml {
  const lines = new LineCounter();
  const { document, lineTooDeep } = parse(text, lines);
  const [error] = document.errors;
  const at = error === undefined ? repeatedKey(document) : error.pos[0];
  const line = at === undefined ? undefined : lines.linePos(at).line;
  // the rest of the text was not read, so a fault of that line or below need not be one
  if (lineTooDeep !== undefined && (line === undefined || line >= lineTooDeep))
    return { document, lines, fault: { line: lineTooDeep, what: TOO_DEEP } };
  if (line === undefined) return { document, lines };
  return { document, lines, fault: { line, what: error === undefined ? "Map keys must be unique" : error.message } };
}

/** More levels would fill the stack of the library, which calls itself for each of them. */
const TOO_DEEP = `${TOO_DEEP_JSON}; use fewer levels`;
/** The library's words are for programmers. */
const SEVERAL = "it has several documents, each after ---; keep one of them";

function parse(
  text: string,
  lineCounter: LineCounter,
): { readonly document: Document; readonly lineTooDeep?: number | undefined } {
  const parser = new Parser(lineCounter.addNewLine);
  lineCounter.addNewLine(0);
  let lineTooDeep: number | undefined;
  function* tokens() {
    for (const lexeme of new Lexer().lex(text)) {
      for (const token of parser.next(lexeme)) {
        yield token;
        if (token.type === "error") return; // we name the first fault, and a text may have one at each character
      }
      // one of them is the document
      if (parser.stack.length > MAX_JSON_DEPTH + 1) {
        lineTooDeep = lineCounter.lineStarts.length;
        break;
      }
    }
    yield* parser.end();
  }
  const composer = new Composer({
    prettyErrors: false,
    uniqueKeys: false,
    logLevel: "error", // a warning would print a part of the text, which may be a client's
  });
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0; // most of the time for a text of many faults went into their stacks
  try {
    const [document = new Document(null), second] = composer.compose(tokens(), true, text.length);
    if (second !== undefined)
      document.errors.push(new YAMLParseError([second.range[0], second.range[1]], "MULTIPLE_DOCS", SEVERAL));
    return { document, lineTooDeep };
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
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
