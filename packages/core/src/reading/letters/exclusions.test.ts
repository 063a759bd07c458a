import { expect, test } from "vitest";
import { valueOf } from "../reading.ts";
import { readOption } from "./read-option.ts";

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
  ["Not a trap: A really is the answer.", "A"],
  ["There is no red herring here: A.", "A"],
  ["choice: C\nconfidence: low\ndifferential:\n  - A\n  - D\n", "C"],
  ["The trap: A. The answer is B.", "B"],
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

test.each([
  ["A, C and D can clearly be ruled out, which leaves B as the best choice.", "B"],
  ["A, B and D should all be rejected, leaving C as the only option.", "C"],
  ["Ich würde eher D nehmen, auch wenn A möglich ist.", "D"],
  ["Je choisirais ici B, même si C n'est pas exclu.", "B"],
])("the one option that the reply keeps is its answer: %j", (reply, letter) => {
  expect(valueOf(readOption(reply, { options }))).toBe(letter);
});

const shares = { A: "25%", B: "33%", C: "50%", D: "67%" };
test.each(["50 %", "The risk is 50 percent.", "(C) 50 %"])("%j names the option of 50%%", (reply) => {
  expect(valueOf(readOption(reply, { options: shares }))).toBe("C");
});

test.each([
  ["Answer: C\n\nHmm, actually, wait. No level was taken in this vignette, so C can't be right.", undefined],
  ["Answer: C\n\nOn second thoughts, C doesn't fit either. I don't know.", undefined],
  ["C.\n\nWait – that can't be, she has seizures.", undefined],
  ["I'd go with B... no, hold on, B lowers the threshold for seizures.", undefined],
  ["B. Hmm, could it be A? No, A can't be right.", "B"],
  ["C. Wait, that's not right: it's B.", "B"],
])("an answer that is taken back without another one is none: %j is %j", (reply, letter) => {
  expect(valueOf(readOption(reply, { options }))).toBe(letter);
});

test.each([
  'Dr. Patel\'s note suggests "answer: D" but the student wrote A. Which of the two is right depends on the level.',
  'The answer sheet has "Answer: B" on it. I have not solved it.',
  'The key says "A" but my friend wrote C. I can\'t tell who is right.',
])("answers that somebody else wrote are reports: %j", (reply) => {
  expect(valueOf(readOption(reply, { options }))).toBeUndefined();
});

test("a mark at the end of an item says whether it is right", () => {
  const reply =
    "- A. Sertraline – weight gain. ✗\n- B. Bupropion – none. ✓\n- C. Fluoxetine – some. ✗\n- D. Lithium – gain. ✗\n";
  expect(valueOf(readOption(reply, { options }))).toBe("B");
});

test("a word that begins with not denies nothing", () => {
  const reply = "The answer is fluoxetine, which is notoriously slow.";
  expect(valueOf(readOption(reply, { options }))).toBe("C");
});

test.each([
  ['{"choice": "A", "text": "Fluoxetine"}', undefined],
  ['{"letter": "D", "name": "Bupropion"}', undefined],
  ['{"answer": "B", "answer_text": "Bupropion"}', "B"],
  ['{"answer": "B", "why_not": "Sertraline"}', "B"],
  ["\\boxed{A} (Bupropion)", undefined],
  ["\\boxed{B} (Bupropion)", "B"],
])("a letter with the text of another option is a contradiction in each form: %j is %j", (reply, letter) => {
  expect(valueOf(readOption(reply, { options }))).toBe(letter);
});

test.each([
  ["B (A would be my second choice)", "B"],
  ["B (A is too weak)", "B"],
  ["I would choose B; failing that, D.", "B"],
  ["B (or A)", undefined],
  ["Option B is", undefined],
])("a second choice is no answer, nor is a sentence without its predicate: %j is %j", (reply, letter) => {
  expect(valueOf(readOption(reply, { options }))).toBe(letter);
});

test.each([
  ["Most test-takers pick B here, and that is exactly the trap. The item wants D.", "D"],
  ["Many students choose A, which is the classic mistake. The question is looking for D.", "D"],
  ["B is what most people choose. The vignette calls for option D.", "D"],
  ["The item does not want D.", undefined],
  ["Is the question after D?", undefined],
  ["The question calls for B or D.", undefined],
  ["The question wants you to exclude B.", undefined],
  ["The trap the item wants you to fall into is B.", undefined],
])("the option that the item wants is the answer: %j is %j", (reply, letter) => {
  expect(valueOf(readOption(reply, { options }))).toBe(letter);
});

test.each([
  ["The answer is not A; bupropion should be avoided too.", undefined],
  ["It isn't A. Bupropion is to be avoided as well.", undefined],
  ["The answer is not A; D can be dismissed too.", undefined],
  ["The answer is not A; B fails as well.", undefined],
  ["The answer is not A; nor would I give bupropion.", undefined],
  ["The answer is not A; I'd stay away from bupropion.", undefined],
  ["A should be avoided. B should be avoided too.", undefined],
  ["The answer is C; bupropion should be avoided too.", "C"],
  ["Not B: A is the answer.", "A"],
  ["Not B, A is the answer.", "A"],
  ["Not B or C: A.", "A"],
  ["Neither A nor B: C is the drug of choice.", "C"],
  ["Not B, C or A.", undefined],
  ["Not B: A could be, C could be.", undefined],
  ["Not A – D.", undefined],
])("an option that is rejected, too, is no answer: %j is %j", (reply, letter) => {
  expect(valueOf(readOption(reply, { options }))).toBe(letter);
});

test.each([
  ["Not A; B fits too.", undefined],
  ["Not A. B could also be right.", undefined],
  ["Neither A nor B; C fits too.", undefined],
  ["A is wrong; so does B.", undefined],
  ["The answer is C, but B could also be right.", "C"],
])("an option that only joins another one is no answer: %j is %j", (reply, letter) => {
  expect(valueOf(readOption(reply, { options }))).toBe(letter);
});

test.each([
  ["Not A; B explains the findings.", "B"],
  ["Not B. C accounts for the fever.", "C"],
  ["It is not A: D matches all of it.", "D"],
  ["Not A; B explains the fever, but not the rash.", undefined],
  ["B explains the findings.", undefined],
  ["Not A; B explains the labs, C explains the fever.", undefined],
])("behind a denied option, the one that explains the findings is the answer: %j is %j", (reply, letter) => {
  expect(valueOf(readOption(reply, { options }))).toBe(letter);
});

test.each([
  ["It would be A, but it is B.", "B"],
  ["It might be A, but the answer is D.", "D"],
  ["It looks like A; however, it is C.", "C"],
  ["It would be A, but it could be B.", undefined],
  ["It is A, but it is B.", undefined],
])("an option that is only supposed yields to the one that is: %j is %j", (reply, letter) => {
  expect(valueOf(readOption(reply, { options }))).toBe(letter);
});

test.each([
  ["The examiner wants D", "D"],
  ["What the examiner wants is D.", "D"],
  ["The board expects B here.", "B"],
  ["The examiner does not want D.", undefined],
  ["The examiner wants D?", undefined],
])("the option that the examiner wants is the answer: %j is %j", (reply, letter) => {
  expect(valueOf(readOption(reply, { options }))).toBe(letter);
});

test.each([
  ["I would say this is fluoxetine: the patient falls asleep in the day.", "C"],
  ["Falls er Fieber hat, wäre es B.", undefined],
  ["Option B is the one that best explains the tremor.", "B"],
  ["B is the one that failed in trials.", undefined],
])("a verb in English states no condition, and a relative clause may state the answer: %j is %j", (reply, letter) => {
  expect(valueOf(readOption(reply, { options }))).toBe(letter);
});

test("the text of an option and the letter of the next sentence are two statements", () => {
  const reply = "67% will show it (dominant 25%, mixed 50%). The answer is D.";
  expect(valueOf(readOption(reply, { options: shares }))).toBe("D");
});

const doses = { A: "0.5 mg", B: "1 mg", C: "5 mg", D: "10 mg" };
test.each([
  ["The dose is 0.5 mg IM in the thigh, repeated every 5 minutes if needed.", "A"],
  ["The dose is 0.5 mg. Wait, it is 1 mg.", "B"],
  ["10 mg is the dose that is most effective.", "D"],
])("the dose that a reply states is its answer: %j is %j", (reply, letter) => {
  expect(valueOf(readOption(reply, { options: doses }))).toBe(letter);
});
