import { expect, test } from "vitest";
import { readElements } from "./read-elements.ts";

async function* chunked(text: string, size: number) {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
}

async function read(text: string, key?: string, size = 7) {
  const fields: [string, unknown][] = [];
  const elements: unknown[] = [];
  const onField = (name: string, value: unknown) => fields.push([name, value]);
  for await (const one of readElements(chunked(text, size), key, { label: "x.json", onField })) elements.push(one);
  return { elements, fields };
}

test("the elements of a top-level list are yielded one by one for any chunk size", async () => {
  const text = ' [ {"a": "}]\\\\\\"é☃"}, [1, [2]], "x,y", -1.5e3, null,true ] ';
  for (const size of [1, 2, 3, 5, 1000]) {
    const { elements } = await read(text, undefined, size);
    expect(elements).toEqual([{ a: '}]\\"é☃' }, [1, [2]], "x,y", -1500, null, true]);
  }
});

test.each([
  [
    "indented as json.dump does",
    '[\n  {\n    "a": {\n      "b": "}\\n  },"\n    }\n  },\n  {\n    "c": NaN\n  },\n  {}\n]',
  ],
  [
    "with an inner object at the indentation of the element",
    '[\n  {"a":\n  {\n    "b": "}\\n  },"\n  }\n},\n  {"c": NaN\n  }, {} ]',
  ],
])("elements %s are read whole for any chunk size", async (_how, text) => {
  for (const size of [1, 5, 30, 1000]) {
    const { elements } = await read(text, undefined, size);
    expect(elements).toEqual([{ a: { b: "}\n  }," } }, { c: Number.NaN }, {}]);
  }
});

test("a list under a key is read between the other fields", async () => {
  const text = '{"adapter_spec": {"a": 1}, "request_states": [{"id": 1}, {"id": 2}], "annotator_specs": [3]}';
  expect(await read(text, "request_states")).toEqual({
    elements: [{ id: 1 }, { id: 2 }],
    fields: [
      ["adapter_spec", { a: 1 }],
      ["annotator_specs", [3]],
    ],
  });
});

test("other fields are skipped without onField", async () => {
  const elements: unknown[] = [];
  for await (const one of readElements(chunked('{"a": {"b": []}, "c": [1, 2], "d": 3}', 4), "c")) elements.push(one);
  expect(elements).toEqual([1, 2]);
});

test("an empty list has no elements", async () => {
  expect((await read("[]")).elements).toEqual([]);
  expect((await read('{"request_states": []}', "request_states")).elements).toEqual([]);
});

test("Python's NaN and Infinity are numbers outside strings and text inside them", async () => {
  const { elements } = await read('[{"x": NaN, "y": [-Infinity, Infinity], "z": "NaN \\" Infinity"}]');
  expect(elements).toEqual([{ x: Number.NaN, y: [-Infinity, Infinity], z: 'NaN " Infinity' }]);
});

test.each([
  ['[{"a": 1}, {"a"', "x.json ends in the middle, after 1 values"],
  ['[{"a": 1}', "x.json ends in the middle, after 1 values"],
  ["", "x.json ends in the middle, after 0 values"],
  ['[{"a": tru}]', "x.json is not valid JSON in value 1"],
  ['{"a": 1}', "x.json does not begin with ["],
  ["[1] 2", "x.json has text after the end of its JSON"],
  ["[1 2]", "x.json is not valid JSON after 1 values"],
])("%s is refused", async (text, message) => {
  await expect(read(text)).rejects.toThrow(message);
});

test("an object without the list is refused with the name of the field", async () => {
  await expect(read('{"a": []}', "request_states")).rejects.toThrow("x.json has no field request_states");
});

/** With a search of the rest of the chunk for each element this test takes minutes, and the runner stops it. */
test.each([
  ["no closing brace of its own line", "\n{}"],
  ["a closing brace that ends another element", '\n{"a":{\n},"b":1}'],
])("a chunk of 100,000 elements on lines of their own is read in linear time with %s", async (_, last) => {
  const text = `[${"\n{},".repeat(100_000)}${last}]`;
  async function* oneChunk() {
    yield new TextEncoder().encode(text);
  }
  let count = 0;
  for await (const one of readElements(oneChunk())) count += one === undefined ? 0 : 1;
  expect(count).toBe(100_001);
});

test("a consumer that stops early closes the source", async () => {
  let closed = false;
  async function* source() {
    try {
      for (;;) yield new TextEncoder().encode('[{"a": 1}, ');
    } finally {
      closed = true;
    }
  }
  for await (const one of readElements(source())) {
    expect(one).toEqual({ a: 1 });
    break;
  }
  expect(closed).toBe(true);
});
