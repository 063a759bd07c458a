import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { environmentPage } from "./environment-page.ts";
import { exitCodesPage } from "./exit-codes-page.ts";
import { filesPage } from "./files-page.ts";
import { markdownTable } from "./markdown-table.ts";
import { referenceDocs } from "./reference-docs.ts";

const folder = fileURLToPath(new URL("../../docs/reference/", import.meta.url));

// it loads every command and every benchmark
test("docs/reference is up to date with the code; npm run docs:reference writes it", { timeout: 240_000 }, async () => {
  const docs = await referenceDocs();
  expect(readdirSync(folder).toSorted()).toEqual([...docs.keys()].toSorted());
  for (const [name, text] of docs) expect(readFileSync(`${folder}${name}`, "utf8")).toBe(text);
});

test("a variable that a package reads needs a meaning", () => {
  expect(() => environmentPage(["MEDHELM_NEW"])).toThrow("write a meaning of MEDHELM_NEW in environment-page.ts");
});

test("an exit code has the comment above it", () => {
  const source =
    "/** All of them. */\nexport const exitCodes = {\n  success: 0,\n  /** It waits. */\n  waits: 75,\n} as const;";
  expect(exitCodesPage(source)).toContain("| 0 | success | The work is done. |\n| 75 | waits | It waits. |");
});

test("a key has its placeholders and its comment", () => {
  const source =
    '{\n  /** A sum. */\n  sum: (a: string) =>\n    `x/${jsonFile(a)}`,\n  all: () => "x/",\n  one: (a: string) => `x/${a}/y`,\n}';
  expect(filesPage(source)).toContain("| `x/` |  |\n| `x/<a>.json` | A sum. |\n| `x/<a>/y` |  |");
});

test("a cell with a bar or a line break stays one cell", () => {
  expect(markdownTable(["a"], [["x|y\nz"]])).toBe("| a |\n|---|\n| x\\|y z |\n");
});
