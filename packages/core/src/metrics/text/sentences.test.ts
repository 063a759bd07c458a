import { expect, test } from "vitest";
import { sentences } from "./sentences.ts";

test("a point before another word ends a sentence, which includes its closing marks", () => {
  expect(sentences('Stable today. "Go home." (See below.) Why? Because!')).toEqual([
    "Stable today.",
    '"Go home."',
    "(See below.)",
    "Why?",
    "Because!",
  ]);
});

test("abbreviations, initials and numbers before a lower-case letter end no sentence", () => {
  expect(sentences("Seen by Dr. Lee and J. Smith at 5. floor. Done")).toEqual([
    "Seen by Dr. Lee and J. Smith at 5. floor.",
    "Done",
  ]);
});

test("points within a word and rows of points before a lower-case letter end no sentence", () => {
  expect(sentences("Give 3.5 mg b.i.d... or more")).toEqual(["Give 3.5 mg b.i.d... or more"]);
  expect(sentences(" \n")).toEqual([]);
});
