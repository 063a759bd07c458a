import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { spillFile } from "./spill-file.ts";

const temporary = () => mkdtempSync(join(tmpdir(), "medhelm-spill-"));

test("appended bytes are read back by their position, from a file without a name", () => {
  const folder = temporary();
  const spill = spillFile(folder);
  const positions = ["Fieber", "39°", ""].map((text) => spill.append(Buffer.from(text)));
  expect(positions).toEqual([0, 6, 10]);
  expect([spill.read(6, 4).toString(), spill.read(1, 3).toString()]).toEqual(["39°", "ieb"]);
  expect(readdirSync(folder)).toEqual([]);
  spill.close();
});

test("the folder is made at the first append", () => {
  const folder = join(temporary(), "a/b");
  const spill = spillFile(folder);
  expect(() => readdirSync(folder)).toThrow("ENOENT");
  spill.append(Buffer.from("x"));
  expect(readdirSync(folder)).toEqual([]);
  spill.close();
});

test("a read past the end is an error", () => {
  const spill = spillFile(temporary());
  spill.append(Buffer.from("abc"));
  expect(() => spill.read(2, 2)).toThrow("a read of 2 bytes at 2 passes the end of the spill file");
  spill.close();
});

test("a closed spill has no bytes, and closing it again does nothing", () => {
  const spill = spillFile(temporary());
  spill.append(Buffer.from("abc"));
  spill.close();
  spill.close();
  expect(() => spill.read(0, 3)).toThrow("passes the end of the spill file");
});
