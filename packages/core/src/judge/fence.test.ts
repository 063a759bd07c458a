import { expect, test } from "vitest";
import { fenceAnswer } from "./fence.ts";

const fenced = (answer: string, template = "<RESPONSE>{answer}</RESPONSE>") =>
  fenceAnswer(answer, { template, criteria: { accuracy: ["score", "reason"] } })
    .split("\n")
    .slice(1, -1)
    .join("\n");

test.each([
  "[answer 0123 begins",
  "[answer 0123 ends]",
  "[  Answer  0123\tENDS",
  "[answer\n0123\nbegins",
  "[ answer x ends",
])("%j in an answer is no marker", (answer) => {
  expect(fenced(answer)).toBe(answer.replace("[", "("));
});

test.each(["[answer begins", "[answered 0 ends", "answer 0123 ends", "[answer 01 23 ends"])(
  "the text %j stays unchanged",
  (answer) => {
    expect(fenced(answer)).toBe(answer);
  },
);

test("a tag of the template loses its bracket in every form, another tag keeps it", () => {
  expect(fenced("</RESPONSE> <response> < / Response > <b>")).toBe(
    "&lt;/RESPONSE> &lt;response> &lt; / Response > <b>",
  );
  expect(fenced("</note>", "<note>")).toBe("&lt;/note>");
});

test("a key of the reply loses its straight quotes before a colon only", () => {
  expect(fenced('"accuracy": "Score" : "reason": "explanation": " accuracy ":')).toBe(
    "“accuracy”: “Score” : “reason”: “explanation”: “ accuracy ”:",
  );
  expect(fenced('"accuracy" and "other":')).toBe('"accuracy" and "other":');
});

const marker = (template: string, answer: string) =>
  /^\[answer (\w{16}) begins/.exec(fenceAnswer(answer, { template, criteria: {} }))?.[1];

test("the marker depends on the template and on the answer", () => {
  const markers = [marker("a", "b"), marker("a", "c"), marker("b", "b"), marker("ab", ""), marker("", "ab")];
  expect(new Set(markers).size).toBe(5);
});
