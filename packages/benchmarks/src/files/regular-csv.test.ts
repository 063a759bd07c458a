import { expect, test } from "vitest";
import { regularCsv } from "./regular-csv.ts";

/** The records of a file that comes in pieces of this many characters, and the rest that is left to the parser. */
async function read(text: string, piece = text.length, maxLength = 1000) {
  async function* pieces() {
    for (let at = 0; at < text.length; at += piece) yield text.slice(at, at + piece);
  }
  const records = regularCsv(pieces(), { delimiter: ",", maxLength });
  const lines: string[] = [];
  for (;;) {
    const next = await records.next();
    if (next.done === true) return { read: lines, rest: next.value };
    lines.push(`${next.value.line}: ${next.value.cells.join("|")}`);
  }
}

test.each([1, 2, 3, 100])("records are read from pieces of %i characters", async (piece) => {
  const text = 'id,note\r\n\r\n1,"two\nlines, ""quoted"""\r\n"",\r\n2,last';
  expect(await read(text, piece)).toEqual({
    read: ["1: id|note", '3: 1|two\nlines, "quoted"', "5: |", "6: 2|last"],
    rest: undefined,
  });
});

test.each([
  ["a quote within a cell", 'id\n1\n2"x\n3\n', '2"x\n3\n'],
  ["text after a closing quote", 'id\n1\n"2"x\n', '"2"x\n'],
  ["a quote that is not closed", 'id\n1\n"2\n3\n', '"2\n3\n'],
  ["another line end", "id\n1\n2\r\n3\n", "2\r\n3\n"],
  ["a carriage return in a cell", 'id\n1\n"2\r\n"\n', '"2\r\n"\n'],
])("%s is left to the parser with what follows", async (_what, text, rest) => {
  expect(await read(text)).toEqual({ read: ["1: id", "2: 1"], rest: { text: rest, lines: 2, lineEnd: "\n" } });
});

test("lines may end with a carriage return alone", async () => {
  expect(await read("id\r1\r")).toEqual({ read: ["1: id", "2: 1"], rest: undefined });
});

test("a record that is longer than a record may be is left to the parser", async () => {
  expect(await read("id\n123456\n", 4, 5)).toEqual({
    read: ["1: id"],
    rest: { text: "123456\n", lines: 1, lineEnd: "\n" },
  });
});
