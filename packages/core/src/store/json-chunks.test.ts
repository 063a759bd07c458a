import { expect, test } from "vitest";
import { collect } from "../run/collect.ts";
import { jsonChunks } from "./json-chunks.ts";

test.each([
  { value: {}, text: "{}" },
  { value: { a: undefined, b: [1, { c: "é" }], d: [], e: null }, text: '{"b":[1,{"c":"é"}],"d":[],"e":null}' },
])("the bytes are those of JSON.stringify: $text", async ({ value, text }) => {
  expect(Buffer.concat(await collect(jsonChunks(value))).toString()).toBe(text);
});

test("a large list is several chunks, which can be read again", async () => {
  const chunks = jsonChunks({ list: Array.from({ length: 30_000 }, () => "text") });
  expect((await collect(chunks)).length).toBe(4);
  expect((await collect(chunks)).length).toBe(4);
});

test("a large list inside a table is several chunks, too", async () => {
  const tables = [{ rows: Array.from({ length: 30_000 }, () => "text") }];
  expect((await collect(jsonChunks({ tables }))).length).toBe(4);
});

test("an undefined field or element in a table is written as JSON.stringify writes it", async () => {
  const written = await collect(jsonChunks({ tables: [{ a: undefined, cells: [undefined, {}, []] }] }));
  expect(Buffer.concat(written).toString()).toBe('{"tables":[{"cells":[null,{},[]]}]}');
});
