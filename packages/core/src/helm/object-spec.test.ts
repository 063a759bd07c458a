import { expect, test } from "vitest";
import { UserError } from "../user-error.ts";
import { parseObjectSpec } from "./object-spec.ts";

test("an entry is a name, or a name and arguments", () => {
  expect(parseObjectSpec("demo")).toEqual({ name: "demo", args: {} });
  expect(parseObjectSpec("demo:a=x,b=")).toEqual({ name: "demo", args: { a: "x", b: "" } });
});

test("the description splits at its first colon, and each argument at its first equals sign", () => {
  expect(parseObjectSpec("demo:path=c:/d=e")).toEqual({ name: "demo", args: { path: "c:/d=e" } });
});

test.each([
  ["007", 7],
  ["1_000", 1000],
  ["+3", 3],
  [" 4 ", 4],
  ["1e3", 1000],
  [".5", 0.5],
  ["2.", 2],
  ["1_0.2_5", 10.25],
  ["-inf", Number.NEGATIVE_INFINITY],
  ["NaN", Number.NaN],
])("%s is the number that Python parses", (text, value) => {
  expect(parseObjectSpec(`demo:a=${text}`).args["a"]).toBe(value);
});

test.each(["1__0", "_1", "1_", "0x10", "1e", ".", "True", "12345678901234567890", "1.0.0"])(
  "the value %s stays text",
  (text) => {
    expect(parseObjectSpec(`demo:a=${text}`).args["a"]).toBe(text);
  },
);

test("a repeated argument keeps its first position and its last value", () => {
  expect(Object.entries(parseObjectSpec("demo:a=1,b=2,a=3").args)).toEqual([
    ["a", 3],
    ["b", 2],
  ]);
});

test("an argument without an equals sign is refused with the reason", () => {
  expect(() => parseObjectSpec("demo:a=1,b")).toThrow(UserError);
  expect(() => parseObjectSpec("demo:a=x, y")).toThrow('has " y", but <key>=<value> is expected');
  expect(() => parseObjectSpec("demo:")).toThrow("a value cannot contain a comma");
});

test("a value of 200,000 digits and underscores is read in linear time, and stays text", () => {
  const value = `${"1_".repeat(100_000)}x`;
  expect(parseObjectSpec(`demo:a=${value}`).args["a"]).toBe(value);
});

test("the message about a long entry does not quote the whole entry, and keeps what is expected", () => {
  expect(() => parseObjectSpec(`demo:${"a".repeat(300_000)}`)).toThrow(
    /^the run entry "demo:a{900}.* \[\d+ characters are left out\] a+", but <key>=<value> is expected; a value cannot contain a comma$/,
  );
});

test("an argument named __proto__ is read like any other", () => {
  expect(Object.keys(parseObjectSpec("demo:__proto__=1,a=2").args)).toEqual(["__proto__", "a"]);
});
