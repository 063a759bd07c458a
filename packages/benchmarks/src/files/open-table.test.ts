import { fileOf, openFileOf } from "@medhelm/testing/fixtures/benchmarks/files";
import { collect } from "@medhelm/core/run/collect";
import { UserError } from "@medhelm/core/user-error";
import { expect, test } from "vitest";
import { openTable } from "./open-table.ts";

const read = async (content: string | Uint8Array) => {
  const table = await openTable(openFileOf(fileOf("d.csv", content)));
  const { rows, sha256 } = table.rows();
  return { columns: table.columns, rows: await collect(rows), sha256: sha256() };
};

test("rows come with the line where they begin, also after cells with line ends", async () => {
  expect(await read('\ufeffid,note\n1,"two\nlines"\n\n2,"a ""quote"", ü"\n3,\n')).toEqual({
    columns: ["id", "note"],
    rows: [
      { line: 2, cells: { id: "1", note: "two\nlines" } },
      { line: 5, cells: { id: "2", note: 'a "quote", ü' } },
      { line: 6, cells: { id: "3", note: "" } },
    ],
    sha256: "bd5830f2173019f95eca5833f4ce55eefd40eb0a44ad7bfa0491612427badd35",
  });
});

test("a header with commas is never cut at semicolons", async () => {
  expect((await read("id,note; free\n1,a;b\n")).rows).toEqual([{ line: 2, cells: { id: "1", "note; free": "a;b" } }]);
});

test("the rows can be read more than once", async () => {
  const table = await openTable(openFileOf(fileOf("d.csv", "id\n1\n2\n")));
  expect([await collect(table.rows().rows), await collect(table.rows().rows)].map((rows) => rows.length)).toEqual([
    2, 2,
  ]);
});

test("a reader that stops early gets the rows so far", async () => {
  const table = await openTable(openFileOf(fileOf("d.csv", "id\n1\n2\n3,bad\n")));
  const first = await table.rows().rows[Symbol.asyncIterator]().next();
  expect(first.value).toMatchObject({ cells: { id: "1" } });
});

test.each([
  [
    "a quote that is not closed",
    'id,note\n1,"a ""b"""\n2,"open\n3,c\n',
    "d.csv, line 3: a quote is opened and not closed",
  ],
  ["a quote within a cell", 'id,note\n1,a\n2,b"c\n', "d.csv, line 3: not readable CSV: Invalid Opening Quote"],
  ["bytes that are not UTF-8", new Uint8Array([...Buffer.from("id\nfever\n"), 0xe9, 0x0a]), "d.csv, line 3: not UTF-8"],
  ["an end within a character", new Uint8Array([...Buffer.from("id\nfever\n"), 0xc3]), "d.csv, line 3: not UTF-8"],
  ["JSON", '[\n  {"id": 1, "note": "a"}\n]', "d.csv: it is JSON, and a table is needed; write a CSV file"],
  ["lines of JSON", '{"id": 1, "note": "a"}\n', "d.csv: it is JSON, and a table is needed; write a CSV file"],
  ["no row", "id,note\n", "d.csv: there is no row below the header"],
  ["a header without an end", "x".repeat(70_000), "d.csv, line 1: the header is longer than 65536 bytes"],
])("%s is refused with its place", async (_what, content, sentence) => {
  await expect(read(content)).rejects.toThrow(sentence);
});

test("a quote that is not closed in a large file is refused before the rest of the file is in memory", async () => {
  const chunk = Buffer.from("fever and cough, since today\n".repeat(40_000));
  let chunks = 0;
  const table = await openTable({
    label: "d.csv",
    sizeBytes: 2 ** 30,
    head: async () => Buffer.from("id,note\n"),
    async *stream() {
      yield Buffer.from('id,note\n1,a\n2,"open\n');
      for (; chunks < 1000; chunks++) yield chunk;
    },
  });
  await expect(collect(table.rows().rows)).rejects.toThrow("d.csv, line 3: a quote is opened and not closed");
  expect(chunks).toBeLessThan(100);
});

const readShort = async (content: string) =>
  collect((await openTable(openFileOf(fileOf("d.csv", content)), 1000)).rows().rows);

test.each([
  [
    "a closed cell",
    (long: string) => `1,a\n2,"${long}"\n3,b\n`,
    "d.csv, line 3: a quote is opened and not closed, or the row has more than 1,000 characters; close the quote, or shorten the row",
  ],
  [
    "a cell without quotes",
    (long: string) => `1,"a"\n2,${long}\n`,
    "d.csv, line 3: the row has more than 1,000 characters; shorten it",
  ],
])("%s that is longer than a row may be is refused with the limit", async (_what, rows, sentence) => {
  await expect(readShort(`id,note\n${rows("x".repeat(1001))}`)).rejects.toThrow(new UserError(sentence));
});

test("a closed cell that is as long as a row may be is read", async () => {
  const [row] = await readShort(`id,note\n1,"${"x".repeat(990)}"\n`);
  expect(row?.cells["note"]).toHaveLength(990);
});
