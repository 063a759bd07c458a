import { inChunks } from "../helm/write-json.ts";

/**
 * The bytes of JSON.stringify(value) as a stream, which can be read again. Memory holds the text of one row of a table, and not the whole text: objects and lists down to
 * this depth are written in parts.
 */
export const jsonChunks = (value: object): AsyncIterable<Uint8Array> => ({
  [Symbol.asyncIterator]: () => inChunks(textsOf(value, DEPTH)),
});

/** leaderboard.json: its tables, a table, its rows or its exploratory tests, their columns, a column */
const DEPTH = 6;

function* textsOf(value: unknown, depth: number): Generator<string> {
  if (depth === 0 || typeof value !== "object" || value === null) yield JSON.stringify(value) ?? "null";
  else if (Array.isArray(value)) {
    yield "[";
    for (const [i, element] of value.entries()) {
      if (i > 0) yield ",";
      yield* textsOf(element, depth - 1);
    }
    yield "]";
  } else {
    let before = "{";
    for (const [name, field] of Object.entries(value)) {
      if (field === undefined) continue;
      yield `${before}${JSON.stringify(name)}:`;
      yield* textsOf(field, depth - 1);
      before = ",";
    }
    yield before === "{" ? "{}" : "}";
  }
}
