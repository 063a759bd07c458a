import { expect, test } from "vitest";
import { UserError } from "../user-error.ts";
import { parseHocon, readHocon } from "./hocon.ts";

const parse = (text: string) => parseHocon(text, "x.conf");

test.each([
  ['a: 1, b = "two" # c\n// d', { a: 1, b: "two" }],
  ['{"a": [1, 2,],}', { a: [1, 2] }],
  ["a: yes it is\nb: 007\nc: true\nd: null\ne: 1e3", { a: "yes it is", b: "007", c: true, d: null, e: 1000 }],
  ['a: """one\n"two" three"""', { a: 'one\n"two" three' }],
  ["a.b = 1\na.c = 2\na { d = 3 }", { a: { b: 1, c: 2, d: 3 } }],
  ['"a.b" = 1', { "a.b": 1 }],
  ["a = 1\na = 2", { a: 2 }],
  ["a += 1\na += 2", { a: [1, 2] }],
  ['x = p/q\na = "model="${x}"!"', { x: "p/q", a: "model=p/q!" }],
  ["a = ${b}\nb { c = 1 }\nd = ${b} { c = 2, e = 3 }", { a: { c: 1 }, b: { c: 1 }, d: { c: 2, e: 3 } }],
  ["a = [1]\na = ${a} [2]", { a: [1, 2] }],
  ["a = ${?nothing}", {}],
  ["\ufeffa: 1\r\nb: 2", { a: 1, b: 2 }],
  ["", {}],
])("%j", (text, value) => {
  expect(parse(text)).toEqual(value);
});

test.each([
  ['a: 1\nb: "open', "x.conf, line 2: a quote is opened and not closed on the same line"],
  ["a: 1\n\nb: [1, 2", "x.conf, line 3: a list is opened with [ and not closed; add ]"],
  ["a { b: 1", "x.conf, line 1: an object is opened with { and not closed; add }"],
  ["a: [1]]", 'x.conf, line 1: found "]", but'],
  ["a: x:y", "quote values that contain : = { or ,"],
  ["a = ${b}", "x.conf, line 1: ${b} is not defined"],
  ["a = ${b}\nb = ${a}", "refers to itself"],
  ["a = @x", "the character @ is not allowed outside quotes"],
  ['a = "\\q"', "write \\\\ for a backslash"],
  ["a = [1] | eval {expr: 1}", "a list or an object is joined with text"],
])("%j is refused with file, line and reason", (text, message) => {
  expect(() => parse(text)).toThrow(UserError);
  expect(() => parse(text)).toThrow(message);
});

test("the environment is not read", () => {
  expect(() => parse("a = ${PATH}")).toThrow("${PATH} is not defined");
});

test("a key named __proto__ is an ordinary key", () => {
  expect(Object.keys(parse("__proto__ { polluted: 1 }"))).toEqual(["__proto__"]);
  expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
});

test("nesting and substitutions are bounded", () => {
  expect(() => parse(`a: ${"[".repeat(5000)}`)).toThrow("more than 200 brackets are open");
  const names = "abcdefghi".split("");
  const tenfold = names.slice(1).map((name, index) => `${name}: [${`\${${names[index]}},`.repeat(10)}]`);
  expect(() => parse(`a: [1,1]\n${tenfold.join("\n")}`)).toThrow("use fewer");
  expect(() => parse(`a: ${"x".repeat(100_000)}\nb: ${"${a}".repeat(20_000)}`)).toThrow(
    "more than 10000000 characters",
  );
  expect(() => parse(`${"a.".repeat(100_000)}b: 1`)).toThrow("a key has more than 200 parts");
  const chain = Array.from({ length: 20_000 }, (_, i) => `a${i}: \${a${i + 1}}`);
  expect(() => parse(`${chain.join("\n")}\na20000: 1`)).toThrow("more than 200 substitutions follow each other");
});

test("an include is refused if the source cannot read files", () => {
  expect(() => parse('a: 1\ninclude "/etc/passwd"')).toThrow(
    'x.conf, line 2: include "/etc/passwd" is not allowed here',
  );
});

test("included fields replace the include statement, read relative to the file that names them", async () => {
  const files = new Map([
    ["sub/b.conf", 'include required(file("c.conf"))\nb = ${c}1'],
    ["sub/c.conf", "{ c = see }"],
  ]);
  const asked: string[] = [];
  const { value } = await readHocon('include "sub/b.conf"\nd = ${b}', {
    label: "a.conf",
    readInclude: async (name, from) => {
      asked.push(`${name} from ${from}`);
      const label = from === "a.conf" ? name : `sub/${name}`;
      return { label, text: files.get(label) ?? "" };
    },
  });
  expect(value).toEqual({ c: "see", b: "see1", d: "see1" });
  expect(asked).toEqual(["sub/b.conf from a.conf", "c.conf from sub/b.conf"]);
});

test("files that include each other are refused", async () => {
  const circle = readHocon('include "a.conf"', {
    label: "a.conf",
    readInclude: async (name) => ({ label: name, text: 'include "a.conf"' }),
  });
  await expect(circle).rejects.toThrow('a.conf, line 1: include "a.conf" includes itself');
});

test.each([
  ["a reference in each of 3,000 repetitions of a key", "a: ${a} 1\n".repeat(3000)],
  ["5,000 additions to a list", "a += 1\n".repeat(5000)],
])("%s is refused with one sentence", (_what, text) => {
  expect(() => parseHocon(text, "f.conf")).toThrow(
    "f.conf: a key repeats too many times with references to itself; write the value out",
  );
});

test("a text of a million signs is refused before they are parsed", () => {
  expect(() => parseHocon("=".repeat(1_000_000), "f.conf")).toThrow(
    "f.conf, line 1: the text has more than 300000 words, signs and spaces; split it into several files",
  );
});

test("the line of an error is right behind quotes of several lines and comments", () => {
  expect(() => parseHocon('a = """x\ny"""\n# comment\nb = $\n', "f.conf")).toThrow("f.conf, line 4: ");
});

test("20,000 joined objects are merged in linear time, and a later value replaces an earlier one", () => {
  const text = `a = ${Array.from({ length: 20_000 }, (_, i) => `{k${i}: 1, last: ${i}} `).join("")}`;
  expect(parse(text)).toMatchObject({ a: { k0: 1, k19999: 1, last: 19_999 } });
});

test("objects that are joined with themselves again and again are refused", () => {
  const fields = Array.from({ length: 5000 }, (_, i) => `k${i}: 1`).join(",");
  expect(() => parse(`x {${fields}}\na = \${x}\n${"a = ${a} ${x}\n".repeat(200)}`)).toThrow(
    "x.conf: its substitutions create more than 200000 values; use fewer substitutions",
  );
});
