import { expect, test } from "vitest";
import { latinOf, LOOKS_LATIN } from "./unescape.ts";

test("the pattern of letters that look Latin has each character that becomes another one", () => {
  const missed: string[] = [];
  for (let code = 0x80; code <= 0x10ffff; code++) {
    const one = code >= 0xd800 && code <= 0xdfff ? "" : String.fromCodePoint(code);
    if (latinOf(one) !== one && one.replace(LOOKS_LATIN, "") !== "") missed.push(one);
  }
  expect(missed).toEqual([]);
});
