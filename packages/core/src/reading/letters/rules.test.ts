import { expect, test } from "vitest";
import { readOption } from "./read-option.ts";
import { valueOf } from "../reading.ts";

const options = { A: "Aspirin", B: "Warfarin", C: "Heparin", D: "Apixaban", E: "Both A and B" };
const letterOf = (reply: string) => valueOf(readOption(reply, { options }));
const lastStepsOf = (reply: string) => readOption(reply, { options }).steps.map(({ step }) => step);

test.each([
  ["A, now revised to D.", "D"],
  ["I change my answer from A to B.", "B"],
  ["I initially went with A, later moved to B, and finally settled on C.", "C"],
  ["My initial answer was B. It is C.", "C"],
  ["B → on second look, C", "C"],
  ["Answer: B (changed from A)", "B"],
])("%j revises its answer to %s", (reply, letter) => {
  expect(letterOf(reply)).toBe(letter);
});

test.each([
  "The answer is C. I retract that.",
  "I thought of A, but the answer is C; I take both back.",
  "C. Strike that.",
])("%j takes its answer back without another one", (reply) => {
  expect([letterOf(reply), lastStepsOf(reply)]).toEqual([undefined, expect.arrayContaining(["took back"])]);
});

test("a correction of something else takes no answer back", () => {
  expect(letterOf("The answer is B. The dose was changed to 5 mg.")).toBe("B");
});

test.each([
  ["Were it a mechanical valve, B would be right. It is not, so D.", "D"],
  ["Had the patient had renal failure, the answer would be C. She doesn't. D.", "D"],
  ["B would be correct in a child, but this is an adult: A.", "A"],
])("%j states its first answer under a condition, and answers %s", (reply, letter) => {
  expect(letterOf(reply)).toBe(letter);
});

test.each([
  ["A colleague would say B. I say D.", "D"],
  ["Most students pick C. The answer, however, is B.", "B"],
  ["The guidelines recommend D.", "D"],
  ["A colleague would say B.", undefined],
])("in %j another person's opinion is no answer, and a source supports one", (reply, letter) => {
  expect(letterOf(reply)).toBe(letter);
});

test("the steps name another person's opinion", () => {
  expect(lastStepsOf("A colleague would say B.")).toEqual(["left out an opinion", "found no answer"]);
});

test.each([
  "C\n\n[Next question]\nAnswer: A",
  "C\n\n**Question 2.** Which drug?\nAnswer: A",
  "C\n\nText: x\nAnswer: A",
])("%j goes on with another question, which is no part of the answer", (reply) => {
  expect(letterOf(reply)).toBe("C");
});

test.each([
  ["Neither B nor C explains it; D does.", "D"],
  ["I'm leaning D", "D"],
  ["Close call between A and B; B edges it.", "B"],
  ["It comes down to A or C, and C is better supported.", "C"],
  ["D: pain out of proportion.\n\nThis fits D best.", "D"],
  ["Anything but B.", undefined],
  ["The answers are A and C.", undefined],
  ["Aspirin or warfarin", undefined],
  ["A > C > B", "A"],
  ["I'd rank them: 1) C, 2) A, 3) D.", "C"],
  ["Most likely D, then B.", "D"],
  ["Start with A, then B.", undefined],
  ["The distractor is B; the key is C.", "C"],
  ["B. Option D alone is not possible.", "B"],
  ["A: too slow. B: too weak. C: unsafe. D: the", undefined],
  ["| A. Aspirin | Correct |\n| B. Warfarin | Correct |\n| E. Both A and B | Best answer |", "E"],
])("%j is read as %s", (reply, letter) => {
  expect(letterOf(reply)).toBe(letter);
});

test.each([
  "I cannot conclude that it is B.",
  "These findings do not lead me to conclude B.",
  "Nothing here suggests A.",
  "Neither the labs nor the imaging point to C.",
  "The findings fail to convince me that B is right.",
  "There is not enough evidence to answer B.",
  "I would hesitate to say B.",
  "Hardly B.",
])("a commitment that is negated names no option: %j", (reply) => {
  expect(letterOf(reply)).toBeUndefined();
});

test.each([
  ["I do not hesitate to say that it is B.", "B"],
  ["There is no doubt that the answer is B.", "B"],
  ["I cannot help but choose B.", "B"],
  ["The film does not show an abscess and suggests B.", "B"],
  ["No evidence leads me to select B; the stem leads me to select D.", "D"],
])("a denial of something else, or of a doubt, denies no option: %j", (reply, letter) => {
  expect(letterOf(reply)).toBe(letter);
});

test.each([
  ["Answer: Aspirin 81 mg once daily", "A"],
  ["Warfarin 5 mg PO daily, titrated to the INR", "B"],
  ["Heparin (intravenous)", "C"],
  ["Aspirin 81 mg plus warfarin 5 mg", undefined],
])("the dose, the route and the times of a drug change no option: %j", (reply, letter) => {
  expect(letterOf(reply)).toBe(letter);
});

test.each([
  ["A -> D -> B", undefined],
  ["A → B → C", undefined],
  ["B → C", "C"],
  ["Aspirin → irreversible inhibition → A", "A"],
])("a chain of letters says of none that it is the answer: %j", (reply, letter) => {
  expect(letterOf(reply)).toBe(letter);
});

test("the answer that a quote of another person states is not the reply's", () => {
  expect(letterOf('The student argued: "The answer is A because aspirin is first." I disagree. It is D.')).toBe("D");
});

test.each([
  ["B is possible, but A fits too, and E cannot be excluded either.", undefined],
  ["It may be A, though D cannot be ruled out.", undefined],
  ["C might be right, D works as well, and I would not rule out E.", undefined],
  ["D fits, but so does B.", undefined],
  ["E cannot be excluded.", undefined],
  ["The answer is A, although D cannot be entirely excluded.", "A"],
  ["A cannot be right and B is too weak, so D.", "D"],
])("an option that the reply keeps open is a rival of one that is only possible: %j", (reply, letter) => {
  expect(letterOf(reply)).toBe(letter);
});

test.each([
  ['A colleague of mine insists that "the answer is B". I have not formed a view of my own.', undefined],
  ['The forum post claimed that "C is correct".', undefined],
  ["My attending maintains it's D.", undefined],
  ["The guidelines recommend D. I have no opinion of my own.", undefined],
  ['I confidently claimed "the answer is B".', "B"],
  ["The answer is B. I have no opinion on the dose.", "B"],
])("the words of others are no answer, and a source is none without a view of the reply: %j", (reply, letter) => {
  expect(letterOf(reply)).toBe(letter);
});

test.each([
  ["No drug other than D reverses it.", "D"],
  ["Nothing but C accounts for the bleeding.", "C"],
  ["No option other than D is wrong.", undefined],
  ["anything but B could be right", undefined],
])("the only option that the reply leaves is its answer: %j", (reply, letter) => {
  expect(letterOf(reply)).toBe(letter);
});

const labels = { A: "yes", B: "no", C: "maybe" };
test.each([
  ["It is yes for men and no for women.", undefined],
  ["For adults the answer is yes; for children it is no.", undefined],
  ["The answer is yes for mortality but no for readmission.", undefined],
  ["Yes in the short term. No in the long term.", undefined],
  ["No, but yes in the elderly subgroup.", "B"],
  ["In adults the answer would be no, but in this child it is yes.", "A"],
])("answers by case are none: %j", (reply, letter) => {
  expect(valueOf(readOption(reply, { options: labels }))).toBe(letter);
});
