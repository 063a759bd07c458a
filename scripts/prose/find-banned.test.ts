import { expect, test } from "vitest";
import { findBanned } from "./find-banned.ts";
import { proseOf } from "./prose-of.ts";

const hits = (path: string, text: string, literals = true) =>
  findBanned(proseOf(path, text, literals)).map(({ line, words }) => `${line} ${words}`);

test("a comment of TypeScript is checked, and the line is that of the file", () => {
  expect(hits("a.ts", "const a = 1;\n/** Read by whoever asks. */\nconst b = 2; // begun anew\n")).toEqual([
    "2 whoever",
    "3 begun",
    "3 anew",
  ]);
});

test("a phrase is found across the lines of a comment", () => {
  expect(hits("a.ts", "/**\n * The value is\n * told to the user.\n */\n// it comes\n// to its end\n")).toEqual([
    "2 is told",
    "5 comes to",
  ]);
});

test("two comments with code between them are not one text", () => {
  expect(hits("a.ts", "f(/* comes */ a /* to */);\n")).toEqual([]);
});

test("identifiers and names in backticks are not prose", () => {
  expect(hits("a.ts", "/** `told` is a name. */\nconst begun = told(anew);\n")).toEqual([]);
});

test("a literal of three words is prose, a shorter one is a name", () => {
  expect(hits("a.ts", 'f("as told"); test("a run is begun", g); h(`${n} is ${m} told`);\n')).toEqual([
    "1 begun",
    "1 told",
  ]);
});

test("the literals of a file with wording are not checked, its comments are", () => {
  expect(hits("prompt.ts", '/** Begun here. */\nconst PROMPT = "Whoever reads this";\n', false)).toEqual(["1 Begun"]);
});

test("code in Markdown is not prose", () => {
  expect(hits("a.md", "Under way.\n\n```\nwhoever\n```\n`anew` [x](begun.md)\n")).toEqual(["1 Under way"]);
});

test("comments of YAML and shell are checked, their values are not", () => {
  expect(hits("a.yaml", "a: whoever  # begun\n")).toEqual(["1 begun"]);
  expect(hits("a.sh", 'echo "whoever" # begun\n')).toEqual(["1 begun"]);
});

test("some words are banned at the start of a sentence only", () => {
  expect(hits("a.ts", "// It gives a number. Gives the rest.\n")).toEqual(["1 Gives"]);
  expect(hits("a.ts", '// What the sweep does.\nf("What is the dose?");\n')).toEqual(["1 What"]);
});

test("of two turns at one place the longer one is reported", () => {
  expect(hits("a.ts", "// whatever HELM makes of it\n")).toEqual(["1 whatever HELM makes of"]);
});

test("a source file that cannot be read is an error", () => {
  expect(() => proseOf("a.ts", "const = 1")).toThrow("a.ts: ");
});
