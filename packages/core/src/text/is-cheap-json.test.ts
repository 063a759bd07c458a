import { expect, test } from "vitest";
import { isCheapJson } from "./is-cheap-json.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

test("a long reply with log probabilities is cheap", () => {
  const token =
    '{"token":"a","logprob":-1.25,"bytes":[97],"top_logprobs":[{"token":"a","logprob":-1.25,"bytes":[97]}]},';
  expect(isCheapJson(bytes(`{"choices":[{"logprobs":{"content":[${token.repeat(128_000)}{}]}}]}`))).toBe(true);
});

test("a long text is cheap", () => {
  expect(isCheapJson(bytes(JSON.stringify({ content: "Fever: 38.5 °C. ".repeat(100_000) })))).toBe(true);
});

test.each([
  ["millions of lists", "[".repeat(3_000_000)],
  ["millions of objects", `[${"{},".repeat(3_000_000)}{}]`],
  ["an object of many different fields", `{${Array.from({ length: 200_000 }, (_, i) => `"k${i}":1`).join()}}`],
])("%s are not cheap", (_, json) => {
  expect(isCheapJson(bytes(json))).toBe(false);
});
