import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { shell, testFolder } from "./cli.ts";

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

/** A run may need a second less or more. */
const withoutTime = (text: string): string =>
  text
    .replaceAll(/ +\d+ s *$/gm, "")
    .replaceAll(/ in \d+ s;/g, "")
    .trim();

test("the first run of the README says the lines and ends with the table that the README shows, without any download", async () => {
  const [, line = "", shown = ""] = /^\$ npx (medhelm run .*)\n([^]*?)\n```/m.exec(readme) ?? [];
  const { code, stdout, stderr } = await shell(`${line} --offline`, { cwd: testFolder() });
  expect(code).toBe(0);
  const [lines = "", table = ""] = shown.split(/\n\n([^]*)/);
  expect(withoutTime(stdout)).toBe(withoutTime(table));
  // a slow machine adds lines of progress
  expect(withoutTime(stderr).split("\n")).toEqual(expect.arrayContaining(withoutTime(lines).split("\n")));
});
