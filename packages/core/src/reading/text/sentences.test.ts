import { expect, test } from "vitest";
import { replyText } from "./reply-text.ts";
import { sentences } from "./sentences.ts";

test.each([
  ["One. Two! Three?", ["One.", "Two!", "Three?"]],
  ["3.5 mg, e.g. twice", ["3.5 mg, e.g. twice"]],
  ["S. aureus grew. It is A.", ["S. aureus grew.", "It is A."]],
  ["答案是B。因为……", ["答案是B。", "因为……"]],
  ["Line\n\nline", ["Line", "line"]],
  ["So... no.", ["So...", "no."]],
])("%j has the sentences %j", (text, parts) => {
  expect(sentences(replyText(text)).map((sentence) => sentence.text)).toEqual(parts);
});

test("a sentence knows its place and its line", () => {
  expect(sentences(replyText("a\n b. C?"))[2]).toEqual({
    from: 6,
    to: 8,
    text: "C?",
    line: 1,
    isFirst: false,
    isQuestion: true,
  });
});
