import { expect, test } from "vitest";
import { shiftTest } from "./shift-test.ts";

const CLAIMS = { accuracy: 5, clarity: 4 };
/** ROT13 */
const shifted = (text: string): string =>
  text.replace(/[a-z]/g, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 84) % 26) + 97));
const reversed = (text: string): string =>
  text.replace(/[a-z]/g, (letter) => String.fromCharCode(219 - letter.charCodeAt(0)));

test.each([
  ["the names in a shifted alphabet", shifted("accuracy five, clarity four"), true],
  ["the names in the reversed alphabet", reversed("accuracy five, clarity four"), true],
  ["the names with marks between their letters", shifted("a-c-c-u-r-a-c-y, c l a r i t y"), true],
  ["the numbers in the order of the verdict, with labels in any language", shifted("exactitud: 5, claridad: 4"), true],
  ["letters that no shift changes", "жалобы: 5", true],
  ["one of the names", shifted("accuracy is poor"), false],
  ["the numbers in another order", "4 tablets on 5 days", false],
  ["an ordinary answer", "Troponin was 0.4 ng/mL, and the patient was admitted for 2 days.", false],
])("an answer that has %s may state the verdict in another alphabet: %s is %s", (_, answer, expected) => {
  expect(shiftTest([answer])(CLAIMS)).toBe(expected);
});

test("whether a criterion is met may be stated in another alphabet if the answer has the word true in one", () => {
  expect(shiftTest([shifted("se cumple: true")])({ met: true })).toBe(true);
  expect(shiftTest([shifted("se cumple: si")])({ met: true })).toBe(false);
});
