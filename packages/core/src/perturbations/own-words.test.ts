import { expect, test } from "vitest";
import { pythonRandom } from "../random/python.ts";
import { ownWordings } from "./own-words.ts";

const changed = (kind: string, text: string, prob = 1) =>
  ownWordings[`${kind}Perturbation`]?.(prob).apply(text, pythonRandom(0));

test.each([
  ["Misspelling", "Fever and DIARRHEA with 2 mg.", "Fevor and DIARHEA whith 2 mg."],
  ["Synonym", "It began recently, often at night.", "It started lately, frequently at night."],
])("each listed word changes and keeps its capitals (%s)", (kind, text, expected) => {
  expect(changed(kind, text)).toBe(expected);
});

test("a filler follows a comma, and numbers and lists of codes stay", () => {
  expect(changed("Filler", "He coughs, mostly at night. 1,000 mg, I10, A")).toMatch(
    /^He coughs, [A-Za-z ]+, mostly at night\. 1,000 mg, I10, A$/,
  );
});

test.each(["Misspelling", "Synonym", "Filler"])("with probability 0 a text stays (%s)", (kind) => {
  const text = "The patient began, however, with a fever.";
  expect(changed(kind, text, 0)).toBe(text);
});

test("a word with a digit or a hyphen is no listed word", () => {
  expect(changed("Misspelling", "non-patient patient1")).toBe("non-patient patient1");
});
