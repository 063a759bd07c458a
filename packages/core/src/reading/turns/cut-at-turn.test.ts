import { expect, test } from "vitest";
import { replyText } from "../text/reply-text.ts";
import { cutAtTurn } from "./cut-at-turn.ts";

const TURN = "Question: What is the dose?\nAnswer: 120";

test.each(["", "\n\n", "```\n", "```text\n", "***\n", "<answer>\n", "### Final Answer\n\n", "**Answer**\n"])(
  "a question that the reply repeats after %j is no other question, and the next one is",
  (lead) => {
    const { text } = cutAtTurn(replyText(`${lead}${TURN}\n\nQuestion: What is the BMI?\nAnswer: 27.4`));
    expect(text.text).toBe(`${lead}${TURN}\n`);
  },
);

test("a line of many brackets is read in linear time", () => {
  expect(cutAtTurn(replyText(`${"<->".repeat(5000)}\nQuestion: x`)).text.text).toHaveLength(15_012);
});

test.each(["[rubric_item]: [3] Mentions rest.", "Rubric item 2: Mentions rest.", "<<rubric_item>>", "Answer 2:"])(
  "the next item that a grader or a judge goes on with is no part of the reply: %j",
  (heading) => {
    expect(cutAtTurn(replyText(`{"criteria_met": true}\n\n${heading}\n{"criteria_met": false}`)).text.text.trim()).toBe(
      '{"criteria_met": true}',
    );
  },
);

test.each([
  "\n\nuser: And the next one?\nassistant: D",
  "\nassistant: D",
  "\n### user\nNext\n### assistant\nD",
  "\nuser\nNext?\nassistant\nD",
  "\n**human**: Next?\n**ai**: D",
  "\n[user]: Next\n[assistant]: D",
  "\n<user>Next?</user>\n<assistant>D",
  "\n\nsystem: You are a grader.\nuser: x\nassistant: D",
  "<|assistant|>D",
  "<|im_start|>user\nNext<|im_end|>\n<|im_start|>assistant\nD",
])("the next turn in any writing is no part of the reply: %j", (turn) => {
  expect(cutAtTurn(replyText(`The answer is B.${turn}`)).text.text.trim()).toBe("The answer is B.");
});

test("a conversation that the reply announces is no turn of a person", () => {
  const { text, whole } = cutAtTurn(replyText("The chat was:\n\nuser: hello\nassistant: rest\n\nSo: B"));
  expect((whole ?? text).text).toContain("So: B");
});

test.each([
  ["B\n\nProblem: none of the options is ideal.", "B\n\nProblem: none of the options is ideal."],
  ["B\n\nProblem: A man has a fever. Which drug?\nAnswer: C", "B\n"],
])("an objection under the heading of a problem is no other question: %j", (reply, text) => {
  expect(cutAtTurn(replyText(reply)).text.text).toBe(text);
});
