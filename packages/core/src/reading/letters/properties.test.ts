import { seededRandom } from "@medhelm/testing/seeded-random";
import { listItem, variantsOf } from "@medhelm/testing/reply-markup";
import { expect, test } from "vitest";
import { readOption } from "./read-option.ts";
import { valueOf } from "../reading.ts";

const TEXTS = ["Amiodarone", "Beta blocker", "Cardioversion", "Digoxin", "Watchful waiting"];
const LETTERS = ["A", "B", "C", "D", "E"];

/** Replies that commit to option {L} with the text {T}; {M} is another option. */
const COMMITTED = [
  "{L}",
  "({L})",
  "{L}. {T}",
  "{T}",
  "Answer: {L}",
  "The answer is {L}.",
  "The correct answer is {T}.",
  "I would choose {L} over {M}.",
  "{L}) because {M} is wrong",
  "The answer is not {M} but {L}.",
  "Answer: {M}\n\nWait, I misread it. The answer is {L}.",
  "If she were pregnant, it would be {M}. Here the answer is {L}.",
  '{"answer": "{L}", "explanation": "{M} is wrong"}',
  "\\boxed{{L}}",
  "La respuesta correcta es la {L}.",
  "Réponse : {L}",
  "Die richtige Antwort ist {L}.",
  "答案是{L}。",
  "正解は{L}です。",
  "सही उत्तर {L} है।",
  "الإجابة هي {L}.",
];
/** Replies that commit to no option. */
const OPEN = [
  "{L} or {M}",
  "The answer is {L} or {M}.",
  "Answer: {L}, {M}",
  "{L}/{M}",
  "Not {L}",
  "{L}. {N}",
  "I cannot answer this question.",
  "Hepatitis {L}",
  "Answer: {L}\nAnswer: {M}",
];
const random = seededRandom(7);
const pick = <T>(list: readonly T[]): T => {
  const one = list[Math.floor(random() * list.length)];
  if (one === undefined) throw new Error("the list is empty");
  return one;
};

/** The options in one order, and a reply about two of them. */
function question(template: string) {
  const order = TEXTS.map((text) => ({ text, key: random() })).toSorted((a, b) => a.key - b.key);
  const options = Object.fromEntries(order.map(({ text }, i) => [LETTERS[i] ?? "", text]));
  const letter = pick(LETTERS);
  const other = pick(LETTERS.filter((one) => one !== letter));
  const fill = (text: string) =>
    text
      .replaceAll("{L}", letter)
      .replaceAll("{M}", other)
      .replaceAll("{T}", options[letter] ?? "")
      .replaceAll("{N}", options[other] ?? "");
  return { options, letter, other, reply: fill(template) };
}

const ROUNDS = Array.from({ length: 8 }, (_, round) => round);

test.each(COMMITTED)(
  "%j is its letter in every order of the options, with thinking, markup and courtesy",
  (template) => {
    const wrong = ROUNDS.flatMap(() => {
      const { options, letter, other, reply } = question(template);
      return [...variantsOf(reply, other), ...(template.startsWith("{L})") ? [] : [listItem(reply)])].filter(
        (text) => valueOf(readOption(text, { options })) !== letter,
      );
    });
    expect(wrong).toEqual([]);
  },
);

test.each(OPEN)("%j stays unread in every order of the options, with thinking, markup and courtesy", (template) => {
  const wrong = ROUNDS.flatMap(() => {
    const { options, other, reply } = question(template);
    return [...variantsOf(reply, other), listItem(reply)].filter(
      (text) => valueOf(readOption(text, { options })) !== undefined,
    );
  });
  expect(wrong).toEqual([]);
});

test.each(COMMITTED)("thinking that never ends leaves %j unread", (template) => {
  const { options, reply } = question(template);
  expect(valueOf(readOption(`<think>Maybe. ${reply}`, { options }))).toBeUndefined();
});

const LONG = 200_000;
test.each([
  "A ",
  "A. ",
  "A or ",
  "not A, ",
  '{"answer": "A"}\n',
  "答案A",
  "; A",
  "If A ",
  "A\n",
  "the answer is ",
  "(A",
])("a reply of many %j is read without a pattern that needs more time than its length", (unit) => {
  const options = { A: "Amiodarone", B: "Both A and C", C: "Cardioversion" };
  expect(["A", undefined]).toContain(valueOf(readOption(unit.repeat(LONG / unit.length), { options })));
});
