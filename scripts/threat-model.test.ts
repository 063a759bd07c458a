import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const read = (file: string): string => readFileSync(fileURLToPath(new URL(`../${file}`, import.meta.url)), "utf8");

/** The rows of the threat model in docs/security.md: threat, defence, and the test as `file`: title. */
const rows = (): string[][] => {
  const section = /^## Threat model\n([\s\S]*?)(?=^## )/m.exec(read("docs/security.md"))?.[1] ?? "";
  return section
    .split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("| threat"))
    .map((line) => line.split("|").map((cell) => cell.trim()));
};

test("every line of the threat model names a test that exists", () => {
  expect(rows().length).toBeGreaterThanOrEqual(12);
  const missing = rows().filter(([, , , cell = ""]) => {
    const [, file = "", title = ""] = /^`([^`]+)`: (.+)$/.exec(cell) ?? [];
    return title === "" || !read(file).includes(title);
  });
  expect(missing).toEqual([]);
});
