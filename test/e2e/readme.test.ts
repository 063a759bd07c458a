import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { shell, testFolder } from "./cli.ts";

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

/** A run may need a second less or more. */
const withoutTime = (text: string): string => text.replaceAll(/ +\d+ s *$/gm, "").trim();

test("the first run of the README ends with the table that the README shows, without any download", async () => {
  const [, line = "", shown = ""] = /^\$ npx (medhelm run .*)\n([^]*?)\n```/m.exec(readme) ?? [];
  const { code, stdout } = await shell(`${line} --offline`, { cwd: testFolder() });
  expect(code).toBe(0);
  const [, table = ""] = /\n\n([^]*)/.exec(shown) ?? [];
  expect(withoutTime(stdout)).toBe(withoutTime(table));
});
