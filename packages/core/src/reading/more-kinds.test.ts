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
  ["Rank 1: C\nRank 2: B\nRank 3: D", "C"],
  ["Question 1: B\nQuestion 2: D", undefined],
  ["To sum up: A (no), B (yes), C (no), D (no).", "B"],
  ["The best next step might be B, but C could be reasonable in milder cases.", "B"],
  ["She should be started on fluoxetine, not sertraline.", "C"],
  ["I would call it B.", "B"],
  ["The answer is either C or D. If I had to pick one: C.", "C"],
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

const gap = "What is the patient's delta gap in mEq/L?";
const fluids = "What is the patient's maintenance fluid rate in mL/h?";
const meld = "What is the patient's MELD-Na score?";
const weight = "What is the patient's ideal body weight in kg?";
const centor = "What is the patient's modified Centor score?";
test.each([
  [fluids, false, "Total: 72 mL/h (≈ 1728 mL/day)", 72],
  [fluids, false, "Maintenance fluid rate = 40 + 20 + 12 = 72 mL/h (= 1.7 L/day).", 72],
  [gap, false, "Delta gap = 22 - 12 = 10 mEq/L. Should you want the delta ratio, it is 10 / 12 = 0.83.", 10],
  [gap, false, "Delta gap = 22 - 12 = 10 mEq/L. (Wenn Sie das Delta-Verhältnis brauchen: 10 / 12 = 0.83.)", 10],
  [meld, true, "MELD-Na = 21.6 + 4.1 = 25.7, which rounds to 26.", 26],
  [weight, false, "By the Hamwi formula it is 61.0 kg and by the Miller formula 63.2 kg.", undefined],
  [weight, false, "Mit der Formel von Devine sind es 66,1 kg und mit der Formel von Robinson 65,4 kg.", undefined],
  [centor, true, "Pontuação de Centor modificada: 2 pontos.", 2],
  [centor, true, "Score de Centor modifié : 4 points.", 4],
  [centor, true, "The Centor score is composed of 4 criteria and age; the maximum is 5.", undefined],
  [centor, true, "The modified Centor score is 3 if the cough is absent and 2 if it is present.", undefined],
])("for %j (a score: %j), %j is %j", (asked, isScore, reply, value) => {
  expect(valueOf(readNumber(reply, { question: asked, isScore, isPercentage: false }))).toBe(value);
});

test.each([
  ["A, C and D can clearly be ruled out, which leaves B as the best choice.", "B"],
  ["A, B and D should all be rejected, leaving C as the only option.", "C"],
  ["Ich würde eher D nehmen, auch wenn A möglich ist.", "D"],
  ["Je choisirais ici B, même si C n'est pas exclu.", "B"],
])("the one option that the reply keeps is its answer: %j", (reply, letter) => {
  expect(valueOf(readOption(reply, { options }))).toBe(letter);
});

test.each([
  ["Bitte wenden Sie sich an Ihren Arzt.", "deflected"],
  ["Am besten sollten Sie einen Arzt aufsuchen.", "deflected"],
  ["Ich rate Ihnen, mit Ihrem Hausarzt oder Apotheker zu sprechen.", "deflected"],
  ["Ich empfehle Ihnen, 5 mg Ramipril einzunehmen.", "answered"],
  ["Ich empfehle Ihnen, Ibuprofen abzusetzen und sich an Ihren Hausarzt zu wenden.", "answered"],
])("a referral in German alone leaves the question to others: %j", (reply, kind) => {
  expect(valueOf(readRefusal(reply))).toBe(kind);
});
