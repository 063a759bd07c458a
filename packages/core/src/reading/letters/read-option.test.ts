import { expect, test } from "vitest";
import { readOption } from "./read-option.ts";
import { valueOf } from "../reading.ts";

const options = { A: "yes", B: "no", C: "a benign lesion" };

test.each([
  ["B", "B"],
  ["b", "B"],
  ["B.", "B"],
  ["(B)", "B"],
  ["**B**", "B"],
  ["**B.**", "B"],
  ["\\boxed{B}", "B"],
  ["$\\boxed{\\text{B}}$", "B"],
  ["B. no", "B"],
  ["C) A benign lesion.", "C"],
  ["The answer is B", "B"],
  ["The correct answer is: **B**.", "B"],
  ["Answer: (B)", "B"],
  ["Option A is tempting, but the answer is B.", "B"],
  ["The answer is A. Wait, the answer is B because of the dose.", "B"],
  ["Reasoning first.\n\nB", "B"],
  ["B. The trial was negative.", "B"],
  ['"B"', "B"],
  ["<B>", "B"],
  ["Answer: $\\text{B}$", "B"],
  ["Answer: \\(B\\)", "B"],
  ["Answer: \\mathbf{B}", "B"],
  ["Answer: ${B}$", "B"],
  ["Answer: `B`", "B"],
  ["answer: b", "B"],
  ["Option B is best", "B"],
  ["Respuesta: B", "B"],
  ["La respuesta es dudosa.\n\nB", "B"],
  ["no", "B"],
  ["A benign lesion", "C"],
  ["The answer is not A but B", "B"],
])("%j is read as %s", (reply, letter) => {
  expect(valueOf(readOption(reply, { options }))).toBe(letter);
});

test.each([
  [""],
  ["D"],
  ["The answer is D"],
  ["A or B"],
  ["The answer is A or B"],
  ["A. yes\nB. no"],
  ["B\nC"],
  ["Vitamin B deficiency"],
  ["Answer: Both"],
  ["answer: a cat"],
  ["I cannot answer this question."],
  ["B. It could also be C."],
])("%j names no single option and stays unread", (reply) => {
  expect(valueOf(readOption(reply, { options }))).toBeUndefined();
});

const labels = { A: "yes", B: "no", C: "maybe" };

test.each([
  ["Sí, pero solo en mujeres.", "A"],
  ["Respuesta: sí", "A"],
  ["Die Antwort ist nein.", "B"],
  ["Non, il n'y a pas de différence.", "B"],
  ["いいえ。差はありませんでした。", "B"],
  ["Vielleicht, die Daten sind widersprüchlich.", "C"],
  ["Sí en mujeres, no en hombres.", undefined],
  ["Nein oder vielleicht.", undefined],
])("yes, no and maybe are read in other languages: %j", (reply, letter) => {
  expect(valueOf(readOption(reply, { options: labels }))).toBe(letter);
});

const anemias = {
  A: "Iron deficiency anemia",
  B: "Thalassemia trait",
  C: "Anemia of chronic disease",
  D: "Sideroblastic anemia",
};

test.each([
  ["A is true. B is true. D is true as well. We are asked for the exception, so: **C**", "C"],
  ["A is true. B is true.", undefined],
  ["correct_option=B // the low MCV", "B"],
  ["The second option is correct.", "B"],
  ["The last option.", "D"],
  ["The first option to consider is B.", "B"],
  ["The most likely diagnosis is thalassaemia trait", "B"],
  ["It is A if ferritin is low and B if it is normal.", undefined],
  ["It is A, even if ferritin is normal.", "A"],
  ["Iron deficiency anemia (A) is unlikely. Thalassemia trait (B) explains everything.", "B"],
  ["While B and D are plausible, the low ferritin makes A the winner.", "A"],
  ["My first instinct was iron deficiency (A). On reflection, the low MCV and the normal ferritin make it B.", "B"],
  ["A is my first choice, B my second.", "A"],
  ["B is the textbook answer.", "B"],
])("verdicts on statements, places in the list, spellings and cases: %j is read as %s", (reply, letter) => {
  expect(valueOf(readOption(reply, { options: anemias }))).toBe(letter);
});

test("in a question for the exception, everything except C is C", () => {
  const question = "Which of these is NOT a cause?";
  expect(valueOf(readOption("Everything except C.", { options: anemias, question }))).toBe("C");
});
