import { expect, test } from "vitest";
import { readingTexts } from "./reading-text.ts";

const found = { step: "found an answer", at: [] };

test("a reply that was read by two readers has a line for each, with what it is about", () => {
  const readings = [
    { reader: "number", value: 4.5, steps: [found] },
    { reader: "refusal", value: "deflected", steps: [{ step: "left out courtesy", at: [] }] },
  ];
  expect(readingTexts(readings)).toEqual([
    "The value: Read: 4.5. The reply commits to this answer.",
    "Refusal: Courtesy, a referral, a question back and words about the assistant are no substance.",
  ]);
});

test.each([
  { value: { error: false }, text: "Read: no error." },
  { value: { error: true, sentence: 3 }, text: "Read: error, sentence 3." },
  { value: ["I10", "E11.9"], text: "Read: I10, E11.9." },
])("$value is shown without the notation of files", ({ value, text }) => {
  expect(readingTexts([{ reader: "sentence", value, steps: [] }])).toEqual([text]);
});
