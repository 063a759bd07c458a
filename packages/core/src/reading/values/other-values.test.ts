import { expect, test } from "vitest";
import { readNumber } from "../numbers/read-number.ts";
import { valueOf } from "../reading.ts";

const question = "What is the patient's albumin corrected anion gap in mEq/L?";
test.each([
  ["Without the albumin, the anion gap is 14. Corrected for an albumin of 2.4 g/dL it is 18.", 18],
  ["Korrigiert für ein Albumin von 2,4 g/dL beträgt die Anionenlücke 18.", 18],
])("the value for which another one is corrected is an input: %j", (reply, value) => {
  expect(valueOf(readNumber(reply, { question, isScore: false, isPercentage: false }))).toBe(value);
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
  [meld, true, "MELD-Na is 24, 3-month mortality about 15-20%. MELD without sodium would be 21.", 24],
  [meld, true, "MELD without sodium is 21.", undefined],
  [weight, false, "By the Hamwi formula it is 61.0 kg and by the Miller formula 63.2 kg.", undefined],
  [weight, false, "Mit der Formel von Devine sind es 66,1 kg und mit der Formel von Robinson 65,4 kg.", undefined],
  [centor, true, "Pontuação de Centor modificada: 2 pontos.", 2],
  [centor, true, "Score de Centor modifié : 4 points.", 4],
  [centor, true, "The Centor score is composed of 4 criteria and age; the maximum is 5.", undefined],
  [centor, true, "The modified Centor score is 3 if the cough is absent and 2 if it is present.", undefined],
])("for %j (a score: %j), %j is %j", (asked, isScore, reply, value) => {
  expect(valueOf(readNumber(reply, { question: asked, isScore, isPercentage: false }))).toBe(value);
});
