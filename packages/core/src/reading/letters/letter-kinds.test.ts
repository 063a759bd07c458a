import { expect, test } from "vitest";
import { readOption } from "./read-option.ts";
import { valueOf } from "../reading.ts";

const options = { A: "Haloperidol", B: "Lorazepam", C: "Phenytoin", D: "Thiamine", E: "Flumazenil" };
const letterOf = (reply: string) => valueOf(readOption(reply, { options }));

test.each([
  "Why not the others?",
  "Other options:",
  "Step 3: Why are the rest wrong?",
  "Pourquoi pas les autres ?",
  "其他选项：",
])("the options of a list under the heading %j are not the answer", (heading) => {
  expect(
    letterOf(`${heading}\n- **A. Haloperidol** is old.\n- **D. Thiamine** should be given, too.\n\n**B. Lorazepam**`),
  ).toBe("B");
});

test.each([
  "Final answer: B. Lorazepam\n\nWhy not the others?\n- D. Thiamine should be given, too.\n- A. Haloperidol is old.",
  "A. Haloperidol lowers the threshold.\nB. Lorazepam calms.\nD. Thiamine should be given, too.\n\nAnswer: B. Lorazepam",
])("an announced answer counts more than a list of options: %j", (reply) => {
  expect(letterOf(reply)).toBe("B");
});

test.each([
  "My colleague would say B. The textbook says D.",
  "According to the textbook the answer is D, but my attending says B.",
  "Mi colega diría B. El libro dice D.",
  "Mein Kollege würde B sagen. Im Lehrbuch steht D.",
  "同事会选B。教科书说是D。",
])("a reply that only reports the answers of others has none: %j", (reply) => {
  expect(letterOf(reply)).toBeUndefined();
});

test.each([
  ["None of these is exactly right, but E is the closest.", "E"],
  ["Strictly speaking none is correct. E is the least wrong.", "E"],
  ["Aucune option n'est parfaite, mais E est la plus proche.", "E"],
  ["Keine der Optionen passt genau, aber E kommt am nächsten.", "E"],
  ["Option B best reflects the principle of autonomy.", "B"],
  ["B most closely matches the presentation.", "B"],
])("an answer that is the best of poor ones counts: %j", (reply, letter) => {
  expect(letterOf(reply)).toBe(letter);
});

test.each([
  ["B or E... if I must commit, E.", "E"],
  ["Entweder A oder D, wenn ich mich entscheiden muss: D.", "D"],
  ["A和D之间犹豫，如果必须选一个，选D。", "D"],
])("a choice that the reply forces on itself is under no condition: %j", (reply, letter) => {
  expect(letterOf(reply)).toBe(letter);
});

test("an answer that the reply calls its final one replaces one that it took back", () => {
  expect(letterOf("My answer is D... no, hold on. So B is my final answer.")).toBe("B");
});

test("the letter behind the text of its option is the statement", () => {
  expect(letterOf("He needs lorazepam, so the correct answer is B.")).toBe("B");
});

const truth = { A: "yes", B: "no", C: "maybe" };
test.each([
  ["There was no increase in complications. Yes, it can be recommended.", "A"],
  ["Die Rate war nicht erhöht. Nein, die Methode hilft nicht.", "B"],
  ["结论：否。", "B"],
  ["yes|no|maybe", undefined],
])("a yes or a no that begins a sentence answers, and the labels repeated do not: %j", (reply, letter) => {
  expect(valueOf(readOption(reply, { options: truth }))).toBe(letter);
});

test.each([
  ["B. Lorazepam\n\nD (a vitamin) would treat an encephalopathy.", "B"],
  ["A. ❌ Haloperidol\nB. ✅ Lorazepam\nC. ❌ Phenytoin", "B"],
  ["There is no clear answer, but B is the most defensible.", "B"],
  ["So we land on B.", "B"],
  ["That'd be B.", "B"],
])("an option that is described, marked or settled on is read as an expert reads it: %j", (reply, letter) => {
  expect(letterOf(reply)).toBe(letter);
});

test.each(["정답은 B입니다.", "Prawidłowa odpowiedź to B.", "Rätt svar är B.", "Đáp án là B.", "Правильный ответ: B"])(
  "the phrase of the answer is known in further languages: %j",
  (reply) => {
    expect(letterOf(reply)).toBe("B");
  },
);

test.each([
  "B is closest to being correct, but still wrong.",
  "According to my attending, B.",
  "The patient was previously treated for B.",
  "C wäre richtig, wenn Schock vorläge.",
  "Answer: D\n\nWait, that's not right. Let me redo this.",
  "Eliminate A, B. Keep C, D.",
])("a reply that commits to no option has no answer: %j", (reply) => {
  expect(letterOf(reply)).toBeUndefined();
});

test.each([
  ["Everyone says B, and I agree.", "B"],
  ["At first glance B, but the ECG says A.", "A"],
  ["Haloperidol is tempting (A). But it lowers the threshold.\n\nSo: B, lorazepam.", "B"],
  ["Answer: B ✅ (confidence: high)", "B"],
  ["La bonne réponse est donc la proposition B : sevrage alcoolique.", "B"],
  ["Am ehesten liegt ein Delir vor, daher Lorazepam (Antwort B); gegen A spricht die Krampfschwelle.", "B"],
  ["The answer is B, lorazepam. A thiamine infusion would calm the patient too.", "B"],
  ["The seizures stop (so B is true) and sleep improves (so C is true). Therefore the answer is E.", "E"],
  ["B was my final answer before I saw the ECG; now D.", "D"],
  ["Incorrect Answers: A, B, D\nCorrect Answer: C", "C"],
  ["정답은 B가 아니라 C입니다.", "C"],
])("the option to which the reply commits in the end counts: %j", (reply, letter) => {
  expect(letterOf(reply)).toBe(letter);
});

test.each(["", "Answer: ", "### Final Answer\n\n"])(
  "a conclusion counts more than the sentence of reasons after %j",
  (lead) => {
    expect(letterOf(`${lead}Phenytoin, diazepam and others all act too slowly. So overall: B.`)).toBe("B");
  },
);

const statins = { A: "Aspirin", B: "Clopidogrel", C: "Both A and B", D: "Neither A nor B" };
test.each([
  ["C (A and B)", "C"],
  ["C: aspirin and clopidogrel", "C"],
  ["The answer is C, since both aspirin and clopidogrel are indicated.", "C"],
  ["D (neither aspirin nor clopidogrel)", "D"],
  ["A, because aspirin and clopidogrel (C) raises the risk.", "A"],
  ["A and B", undefined],
])("the members of an option for several others are this option: %j", (reply, letter) => {
  expect(valueOf(readOption(reply, { options: statins }))).toBe(letter);
});

test.each([
  ["Answer choice A is a common distractor. Answer choice C is the right one.", "C"],
  ["Answer choice A is a common distractor.", undefined],
  ["A is too early, B is too late, and C is just right.", "C"],
  ["Answer choice A explains the pain, but answer choice C explains everything.", "C"],
  ["C (A and B are too weak)", "C"],
  ["It's still unclear whether A or C is right.", undefined],
])("an option that a reply describes is no answer: %j", (reply, letter) => {
  expect(letterOf(reply)).toBe(letter);
});

test.each([
  ["I first chose D, and I'm keeping D.", "D"],
  ["My first answer was A, and I stand by it.", "A"],
  ["My first instinct was C, and C it stays.", "C"],
  ["I first chose D but now prefer B.", "B"],
  ["I first chose D, but I'm not keeping D.", undefined],
  ["I'd keep A on the differential.", undefined],
])("an earlier answer counts if the reply keeps it: %j", (reply, letter) => {
  expect(letterOf(reply)).toBe(letter);
});

test.each([
  ["Probably not.", "B"],
  ["I don't think so.", "B"],
  ["I doubt it.", "B"],
  ["Apparently not. The study found no difference.", "B"],
  ["No, definitely not.", "B"],
  ["I think so.", "A"],
  ["Indeed, the trial shows a benefit.", "A"],
  ["It is unlikely that the data suffice.", undefined],
])("a short sentence may agree or disagree: %j", (reply, letter) => {
  expect(valueOf(readOption(reply, { options: truth }))).toBe(letter);
});

test.each([
  ["Not according to this abstract.", "B"],
  ["It did, at least in women over 60.", "A"],
  ["It does not.", "B"],
  ["Very much so.", "A"],
])("a short clause answers the question: %j", (reply, letter) => {
  expect(valueOf(readOption(reply, { options: truth }))).toBe(letter);
});

test("the numbered answers to several questions are alternatives", () => {
  expect(valueOf(readOption("Answer 1: B\nAnswer 2: D", { options }))).toBeUndefined();
});
