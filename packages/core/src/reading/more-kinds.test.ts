import { expect, test } from "vitest";
import { readNumber } from "./read-number.ts";
import { readOption } from "./read-option.ts";
import { readRefusal } from "./read-refusal.ts";
import { valueOf } from "./reading.ts";

const options = { A: "Sertraline", B: "Bupropion", C: "Fluoxetine", D: "Lithium" };

test.each([
  ["B. Bupropion\n\nIt is contraindicated in bulimia. Sertraline (A) would be the safer pick.", "B"],
  ["The answer is B, although C is the standard treatment.", "B"],
  ["A is wrong. B is wrong. D is wrong. That leaves only one.", "C"],
  ["Les options A, B et D sont fausses. Il n'en reste qu'une.", "C"],
  ["A is wrong and B is wrong. That leaves only one.", undefined],
  ["Everything except B can be excluded.", "B"],
  ["B on the exam, though I believe A.", "B"],
  ["Bibliography\nA. Smith. Antidepressants. 2015.", undefined],
  ["B\n\nReferences:\n1. A. Smith, D. Jones. 2019.", "B"],
  ["C (but see also A)", "C"],
  ["Zuerst dachte ich an A. Daher ist D richtig.", "D"],
  ["Je retiens donc la proposition B.", "B"],
  ["A. Sertraline - too weak → incorrect\nB. Bupropion - fits → correct\nC. Fluoxetine → incorrect", "B"],
])("an option is read as an expert reads it: %j", (reply, letter) => {
  expect(valueOf(readOption(reply, { options }))).toBe(letter);
});

test.each([
  "Next case: a man with mania.\nAnswer: D",
  "Case 2\nA woman with mania. The answer is D.",
  "Nächste Frage: Welches Mittel?\nAntwort: D",
  "下一题：哪种药物？\n答案：D",
  "Now try this one: a man has tremor. The correct answer is D.",
  "2. A 34-year-old man presents with mania. Which drug?\nAnswer: D",
])("what goes on behind an answer with a case of its own belongs to no answer: %j", (rest) => {
  expect(valueOf(readOption(`B\n\n${rest}`, { options }))).toBe("B");
});

const question = "What is the patient's albumin corrected anion gap in mEq/L?";
test.each([
  ["Without the albumin, the anion gap is 14. Corrected for an albumin of 2.4 g/dL it is 18.", 18],
  ["Korrigiert für ein Albumin von 2,4 g/dL beträgt die Anionenlücke 18.", 18],
])("the value for which another one is corrected is an input: %j", (reply, value) => {
  expect(valueOf(readNumber(reply, { question, isScore: false, isPercentage: false }))).toBe(value);
});

test.each([
  "The note follows below:",
  "Please find the letter below.",
  "Hier ist die Zusammenfassung:",
  "以下是总结：",
])("a text that is only announced is nothing of substance: %j", (reply) => {
  expect(valueOf(readRefusal(reply))).toBe("deflected");
});
