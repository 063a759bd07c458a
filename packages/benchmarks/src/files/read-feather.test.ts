import { list, tableFromArrays, tableToIPC, utf8 } from "@uwdata/flechette";
import { expect, test } from "vitest";
import { readFeather } from "./read-feather.ts";

const notes = tableFromArrays(
  { text: ["An invented note."], target: [["I10"]] },
  { types: { text: utf8(), target: list(utf8()) } },
);
const whole = Buffer.from(tableToIPC(notes, { format: "file" }) ?? "");

function messageOf(bytes: Uint8Array): string {
  try {
    const rows = readFeather({ label: "n.feather", bytes, sha256: "" }, ["text", "target"]);
    const cells = rows.map(({ cell }) => [cell("text"), cell("target")]);
    return `${cells.length} rows`;
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
}

function withNumber(at: number, value: number): Buffer {
  const changed = Buffer.from(whole);
  changed.writeInt32LE(value, at);
  return changed;
}

test.each([
  ["rows of a column", 432, "(the length of a column is damaged)"],
  ["entries of a list of columns", 428, "(the length of a list in a header is damaged)"],
  ["fields of the schema", 660, "(the length of a list in a header is damaged)"],
  ["bytes of a buffer", 416, "(the length of a buffer is damaged)"],
  ["bytes of the text", 484, "column text: not a complete, readable Feather file (its lengths are damaged)"],
  ["entries of the list", 516, "column target: not a complete, readable Feather file (its lengths are damaged)"],
])("a Feather file that states 2,147,483,647 %s is refused before it fills memory", (_what, at, message) => {
  expect(messageOf(withNumber(at, 0x7fffffff))).toContain(message);
});

test("a stream of Arrow, whose damaged lengths the reader would follow without an end, is refused", () => {
  expect(messageOf(Buffer.from(tableToIPC(notes, { format: "stream" }) ?? ""))).toBe(
    "n.feather: not a complete, readable Feather file (it does not begin and end as an Arrow file does); copy it again",
  );
});

test.each([0, 1, 0x16, 0x7f, 0xff])(
  "a Feather file with the byte %i anywhere is read, or refused in a sentence",
  (byte) => {
    for (let at = 0; at < whole.length; at++)
      expect(messageOf(Buffer.from(whole).fill(byte, at, at + 1))).toMatch(
        /^[01] rows$|^n\.feather(, column \w+|, row 1, column \w+)?: (not a complete, readable Feather file \(|there is no column ")/,
      );
  },
);
