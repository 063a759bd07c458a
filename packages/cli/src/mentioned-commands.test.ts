import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { aliases, commands } from "./command-for.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const DOCUMENTS = ["*.md", "docs/**/*.md", "examples/**/*.{md,sh,ts,conf}", "conf/*.{conf,yaml}", "web/src/**/*.astro"];
const SOURCES = ["packages/*/src/**/*.ts", "functions/*/*.ts", "infra/*.ts"];

/** A command with its arguments, up to the end of the line, the quoted text or the clause. */
const MENTION =
  /\b(medhelm(?:-run)?|helm-(?:run|summarize|server)) (--?[a-z][\w-]*|[a-z]+(?:-[a-z]+)*)([^\n`"',;()|]*)/g;
/** Text before a command, in contrast to a sentence about medhelm. */
const CODE_BEGINS = /[`"']$|<code>$|npx $/;

async function flagsOf(name: string): Promise<string[]> {
  const entry = commands[name];
  if (entry === undefined) return [];
  const program = (await entry.load()).command.program();
  return [...program.options.flatMap(({ long, short }) => [long ?? "", short ?? ""]), "--help", "-h"];
}

const mentions = globSync([...DOCUMENTS, ...SOURCES], { cwd: root })
  .filter((path) => !path.includes("node_modules") && !path.endsWith(".test.ts"))
  .flatMap((path) => {
    const text = readFileSync(`${root}${path}`, "utf8").replaceAll(/\\\n\s*/g, " ");
    return [...text.matchAll(MENTION)].map((match) => {
      const [whole, program = "", first = "", rest = ""] = match;
      return { path, program, first, rest, whole, isCode: CODE_BEGINS.test(text.slice(0, match.index)) };
    });
  });

test("every command and option that a text names exists", async () => {
  const wrong: string[] = [];
  for (const { path, program, first, rest, whole, isCode } of mentions) {
    const name = program === "medhelm" ? first : (aliases[program] ?? "");
    const flags = [...`${first} ${rest}`.matchAll(/(?<![\w-])--[a-z][\w-]*/g)].map(([flag]) => flag);
    if (!(name in commands)) {
      if (isCode && !["--help", "--version", "help"].includes(first)) wrong.push(`${path}: ${whole}: no such command`);
      continue;
    }
    const declared = await flagsOf(name);
    for (const flag of flags) if (!declared.includes(flag)) wrong.push(`${path}: ${whole}: ${flag}`);
  }
  expect(mentions.length).toBeGreaterThan(100);
  expect(wrong).toEqual([]);
});
