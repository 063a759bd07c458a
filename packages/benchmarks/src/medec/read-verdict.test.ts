import { valueOf } from "@medhelm/core/reading/reading";
import { expect, test } from "vitest";
import { readVerdict } from "./read-verdict.ts";

const text = "0 A woman has dysuria.\n1 She is 11 weeks pregnant.\n2 Doxycycline is prescribed for seven days.";
const sentenceOf = (reply: string) => {
  const verdict = valueOf(readVerdict(reply, text));
  if (verdict === undefined) return "unread";
  return verdict.error ? verdict.sentence : "none";
};

test.each([
  ["S2", 2],
  ["Sentences 0 and 1 mention dysuria and a pregnancy. The wrong sentence is thus sentence 2.", 2],
  ["Lines 0 and 1 describe a pregnant woman. The incorrect line is clearly line 2.", 2],
  [
    "Error in sentence 2. Because of the pregnancy in sentence 1, a tetracycline must not be given; see also sentence 0.",
    2,
  ],
  ["El error está en la oración 2.", 2],
  ["L'erreur se trouve dans la phrase 2.", 2],
  ["Der Fehler liegt in Satz 2.", 2],
  ["A frase 2 está errada.", 2],
  ["错误句子编号：2", 2],
  ["誤りは文2にあります。", 2],
  ["No hay errores.", "none"],
  ["Le texte ne contient pas d'erreur.", "none"],
  ["Kein Fehler.", "none"],
  ["没有错误。", "none"],
  ["正确。该病历中没有医学错误。", "none"],
  ["这份病历不存在任何明显的医学错误。", "none"],
  ["该文本未发现医疗错误。", "none"],
  ["文中存在医学错误。", null],
  ["この文章に医学的な誤りはありません。", "none"],
  ["Hay un error, pero no sé en qué oración.", null],
])("a verdict in another language is read: %j", (reply, sentence) => {
  expect(sentenceOf(reply)).toBe(sentence);
});

test.each([
  ['The error is in the sentence "Doxycycline is prescribed for seven days."', 2],
  ["Wrong sentence: Doxycycline is prescribed for seven days.", 2],
  ['Because of "She is 11 weeks pregnant.", the doxycycline in sentence 2 is wrong.', 2],
  ['2: "Doxycycline is prescribed for seven days." should be "Nitrofurantoin is prescribed."', 2],
  ['The error is in the sentence "Nitrofurantoin is prescribed."', null],
])("a sentence may be named by its text: %j", (reply, sentence) => {
  expect(sentenceOf(reply)).toBe(sentence);
});

test.each([
  ["✗ 2", 2],
  ["❌ 2: The drug is contraindicated.", 2],
  ["0 ✓ 1 ✓ 2 ✗", 2],
  ["0 ✓, 1 ✓, 2 ✓", "none"],
  ["✓ 0-1, ✗ 2", 2],
  ["Sentence two", 2],
  ["The error is in sentence two.", 2],
  ["I'll go through the sentences one by one.", "unread"],
])("marks and numbers in words name a sentence: %j", (reply, sentence) => {
  expect(sentenceOf(reply)).toBe(sentence);
});

test.each([
  ["I thought that sentence 1 was the problem, but the culprit is sentence 2.", 2],
  ["I assumed sentence 1 was wrong, but actually sentence 2 is.", 2],
  [
    'In sentence 2, "doxycycline" must be another drug, as the pregnancy in sentence 1 and the dysuria in sentence 0 show.',
    2,
  ],
])("a sentence that is suspected first, or named as evidence, is not the answer: %j", (reply, sentence) => {
  expect(sentenceOf(reply)).toBe(sentence);
});

test.each([
  ["Sentences zero to one are fine; two is not.", 2],
  ["Sentence 1 might be wrong, and so might sentence 2.", "unread"],
  ["A reviewer said sentence 1 was wrong. I have not checked.", "unread"],
  ["My colleague insists that the error is in sentence 1.", "unread"],
  ["My colleague thinks that sentence 1 is wrong, but the error is in sentence 2.", 2],
  ["The pregnancy in sentence 1 conflicts with the drug in sentence 2, which should be nitrofurantoin.", 2],
  ["The pregnancy in sentence 1 does not fit the drug in sentence 2, which must be changed.", 2],
  ["Sentences 1 and 2 disagree; the latter is wrong.", 2],
  ["The last sentence is wrong.", 2],
  ["The last sentence of the plan is wrong.", null],
  ["The second sentence is wrong.", null],
  ["The third sentence.", null],
  ["The second sentence (ID 1) is wrong.", 1],
  ["The second sentence is right.", "unread"],
])("a sentence is wrong where the reply itself says so: %j", (reply, sentence) => {
  expect(sentenceOf(reply)).toBe(sentence);
});

test.each([
  ["Identify the error in the text and give the sentence ID, or write CORRECT.", "unread"],
  ["Your task is to find the sentence with the error.", "unread"],
  ["Return CORRECT if the text is correct.", "unread"],
  ["Yes, the text contains a medical error, although I can't say which sentence it is in.", null],
])("the instruction repeated says nothing of the text, and an error may have no sentence: %j", (reply, sentence) => {
  expect(sentenceOf(reply)).toBe(sentence);
});

test.each([
  ["There doesn't appear to be any error in this text.", "none"],
  ["Everything checks out.", "none"],
  ["The diagnosis is wrong.", null],
  ["The wrong statement is number 2.", 2],
  ["All sentences except 2 are correct.", 2],
  ["Everything except sentence 2 is right.", 2],
  ["All sentences are correct.", "none"],
])("other words for a right text, and an exception: %j", (reply, sentence) => {
  expect(sentenceOf(reply)).toBe(sentence);
});

test.each([
  ["| ID | Verdict |\n|---|---|\n| 0 | ok |\n| 1 | ok |\n| 2 | error: nitrofurantoin, not doxycycline |", 2],
  ["| 0 | ok |\n| 1 | wrong: 12 weeks |\n| 2 | ok |", 1],
])("a table of verdicts names the sentence that it calls wrong: %j", (reply, sentence) => {
  expect(sentenceOf(reply)).toBe(sentence);
});

test.each([
  ["Sentence 0 mentions a dysuria and sentence 1 a pregnancy, so the wrong sentence is 2.", 2],
  ["The text is not CORRECT: see sentence 2.", 2],
  ["Is sentence 2 wrong? She is pregnant, so yes.", 2],
  ["Apart from sentence 2, the note is fine.", 2],
  ["0–1: fine. 2: wrong.", 2],
  ["Sentence 1 conflicts with sentence 2.", "unread"],
  ["If there is an error, answer with the sentence ID; otherwise answer CORRECT.", "unread"],
])("evidence, questions and instructions are told from the verdict: %j", (reply, sentence) => {
  expect(sentenceOf(reply)).toBe(sentence);
});

test("words of a label that are repeated are read at once", () => {
  expect(sentenceOf(`The ${"erroneous sentence ".repeat(160)}is number 2.`)).toBe("unread");
  expect(sentenceOf(`${"errorsentence ".repeat(160)}2 %`)).toBe("unread");
});
