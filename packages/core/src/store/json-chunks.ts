import { inChunks } from "../helm/write-json.ts";

/** The bytes of JSON.stringify(value) as a stream, which can be read again. Memory holds one element of the value's lists, and not the whole text. */
export const jsonChunks = (value: object): AsyncIterable<Uint8Array> => ({
  [Symbol.asyncIterator]: () => inChunks(textsOf(value)),
});

function* textsOf(value: object): Generator<string> {
  let before = "{";
  for (const [name, field] of Object.entries(value)) {
    if (field === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    if (Array.isArray(field)) yield* textsOfList(field);
    else yield JSON.stringify(field);
    before = ",";
  }
  yield before === "{" ? "{}" : "}";
}

function* textsOfList(elements: readonly unknown[]): Generator<string> {
  yield "[";
  for (const [i, element] of elements.entries()) yield `${i === 0 ? "" : ","}${JSON.stringify(element)}`;
  yield "]";
}
