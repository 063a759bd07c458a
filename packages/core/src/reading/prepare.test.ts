import { expect, test } from "vitest";
import { prepare } from "./prepare.ts";

const names = { answers: new Set(["answer", "finalanswer"]) };

/** The text that is left of a reply, and of the fields that state the answer. */
function textOf(reply: string) {
  const prepared = prepare(reply, names);
  if (prepared.kind === "unanswered") return prepared.last.step;
  const claims = prepared.claims.map(({ text }) => text.text.trim());
  return claims.length > 0 ? claims : prepared.text.text.trim();
}

test.each([
  ["<think>It may be 1.</think> It is 2.", "It is 2."],
  ["It may be 1.\n</think>\nIt is 2.", "It is 2."],
  ["<Thinking time='3s'>1</Thinking>2", "2"],
  ["[THINK]1[/THINK]2", "2"],
  ["◁think▷1◁/think▷2", "2"],
  ["<|begin_of_thought|>1<|end_of_thought|>2", "2"],
  ["<unused94>thought\n1<unused95>2", "2"],
  ["<|channel|>analysis<|message|>1<|end|><|start|>assistant<|channel|>final<|message|>2<|return|>", "2"],
  ["analysisWe need a number.assistantfinal2", "2"],
  ["<think>1", "unfinished thinking"],
  ["<reasoning>1</think>2", "2"],
  ["<think>1 <reasoning>1</reasoning> 1</think>2", "2"],
  ["<|channel|>analysis<|message|>1", "unfinished thinking"],
  ["<|channel|>analysis 1<|channel|>final 2", "2"],
  ["<|channel>thought\n1<channel|>2", "2"],
  ["<|im_start|>think\n1\n<|im_start|>answer\n2", "2"],
  ["<inner_thoughts>1</inner_thoughts> 2", "2"],
  ["```thinking\n1\n```\n2", "2"],
  ["```thinking\n1", "unfinished thinking"],
  ["<think>1</think><think>3</think>2", "2"],
])("thinking is left out of %j", (reply, text) => {
  expect(textOf(reply)).toBe(text);
});

test.each([
  ["<analysis>1</analysis>\n<plan>3</plan>\n2", "2"],
  ["<details><summary>Steps</summary>1</details>\n2", "2"],
  ["<exam_findings>1</exam_findings> 2", "2"],
  ["<output><analysis>1</analysis>2</output>", "2"],
  ["1\n</analysis>\n2", "2"],
  ["<analysis>1", "unfinished thinking"],
  ["<analysis>2</analysis>", "2"],
  ["<first>1</first><second>2</second>", "1\n\n2"],
  ["<item>1</item>, <item>2</item>", "1\n, \n2"],
  ["<p>1</p> 2", "1\n 2"],
  ["**Thinking:** 1 **Answer:** 2", "Answer: 2"],
  ["## Thinking\n\n1\n\n## Final Response\n\n2", "Final Response\n\n2"],
  ["Here is my thought process:\n1\n\nHere is my response:\n2", "Here is my response:\n2"],
  ["1. **Analysis**: 1\n2. **Answer**: 2", "2. Answer: 2"],
  ["[Reasoning] 1\n[Answer] 2", "[Answer] 2"],
  ["Reasoning: 1, so 2", "Reasoning: 1, so 2"],
])("a part that prepares the answer is left out of %j", (reply, text) => {
  expect(textOf(reply)).toBe(text);
});

test.each([
  ["<analysis>1 <answer>2</answer>", ["2"]],
  ["<notes>1</notes><answer>2</answer>", ["2"]],
])("a tag of the answer ends the thinking of %j", (reply, texts) => {
  expect(textOf(reply)).toEqual(texts);
});

test.each([
  ["2<|eot_id|><|start_header_id|>user<|end_header_id|>\n\n3?", "2"],
  ["<|im_start|>assistant\n2<|im_end|>", "2"],
  ["[/INST] 2 </s>", "2"],
  ["Assistant: 2", "2"],
  ["2\n\nUser: and now?\nAssistant: 3", "2"],
  ["2\n\n### Question 2: which one?", "2"],
])("what belongs to another turn is left out of %j", (reply, text) => {
  expect(textOf(reply)).toBe(text);
});

test.each([
  ["**2** and *3*", "2 and 3"],
  ["## Total\n> 2", "Total\n2"],
  ["5 * 3 and 2**3", "5 * 3 and 2**3"],
  ["~~1~~ 2", "2"],
  ["| a | 2 |\n|---|---|\n| b | 3 |", "a | 2\n\nb | 3"],
  ["$\\frac{1}{2} \\times 3$", "1/2 × 3"],
  ["\\(\\text{so} 2\\)", "so 2"],
  ["```json\n2\n```", "2"],
  ["```python\nprint(1)\n```\n2", "2"],
  ["２ and ٣ and −४", "2 and 3 and -4"],
  ["\ufeff2\u200b", "2"],
  ["<b>2</b>", "2"],
  ["<code>2</code><code>4</code>", "2 4"],
  ["x<sub>2</sub><sup>4</sup>", "x24"],
  ["p < 0.05 and > 2", "p < 0.05 and > 2"],
  ['<tool_call>{"name": "f"}</tool_call>2', "2"],
])("markup is removed from %j", (reply, text) => {
  expect(textOf(reply)).toBe(text);
});

test.each([
  ["\\boxed{2}", ["2"]],
  ["$\\boxed{\\text{(2)}}$", ["(2)"]],
  ["\\boxed{\\frac{1}{2}}", ["1/2"]],
  ['{"answer": "2", "why": "not 3"}', ["2"]],
  ['```json\n{"result": {"Final Answer": "2"}, "other": 3}\n```', ["2"]],
  ['{"answer": "\\u0032"}', ["2"]],
  ["{'answer': 'patient\\'s', }", ["patient's"]],
  ['{"answer": ["2", "3"]}', ["2", "3"]],
  ['{"answer": 2', ["2"]],
  ["<answer>2</answer> since 3 is more", ["2"]],
  ["<final_answer>\n2", ["2"]],
])("the field, tag or box of %j states the answer", (reply, texts) => {
  expect(textOf(reply)).toEqual(texts);
});

test("each character of the text knows its place in the reply", () => {
  const prepared = prepare("<think>1</think> Total: **２**", names);
  if (prepared.kind === "unanswered") throw new Error("the reply has an answer");
  const { text, starts, ends } = prepared.text;
  const at = text.indexOf("2");
  expect([starts[at], ends[at]]).toEqual([26, 27]);
});

test("the steps name what they leave out", () => {
  const { steps } = prepare("<think>1</think> 2<|im_end|>3", names);
  expect(steps).toEqual([
    { step: "separated thinking", at: [[0, 16]] },
    { step: "cut at a turn", at: [[18, 29]], what: "<|im_end|>" },
  ]);
});

const HOSTILE = 300_000;
test.each([
  ["spaces", " "],
  ["line breaks", "\n"],
  ["braces", "{"],
  ["keys", '{"a":'],
  ["quotes", '"'],
  ["stars", "*"],
  ["pipes", "| "],
  ["dollars", "$"],
  ["back-ticks", "`"],
  ["tags", "<answer>"],
  ["comments", "<!--"],
  ["boxes", "\\boxed{"],
  ["thinking", "<think>"],
  ["its ends", "</think>"],
  ["sections", "<analysis>a</analysis>"],
  ["sections without an end", "<plan>"],
  ["blocks of thinking", "```thinking\n"],
  ["headings", "\nUser:"],
  ["brackets", "[a]("],
  ["tildes", "~~a"],
  ["marks", "a\u0301\u0301"],
  ["digits", "1"],
  ["calls", 'f("'],
  ["calls with names", "a = f(b="],
  ["tags of calls", "<tool_call>"],
  ["calls with parameters", '<invoke name="submit"><parameter name="a">'],
  ["lines of an agent", "Action: a\n"],
  ["calls of an agent", "Action: a\nAction Input: b\n"],
])("a reply of many %s is read in time that is linear in its length", (_, unit) => {
  const reply = unit.repeat(HOSTILE / unit.length);
  expect(["prepared", "unanswered"]).toContain(prepare(`${reply}x`, names).kind);
});

test.each([
  ["underscores in a word", "a blank", "_"],
  ["line breaks behind thinking in JSON", "<think>a</think>\\n", "\n"],
  ["objects without an end in a tool call", '<tool_call>{"name": "final_answer" ', "{"],
  ["objects without an end in a tool call with parameters", "<tool_call><function=final_answer>", "{"],
  ["calls with an object without an end", "", "[TOOL_CALLS]{\n"],
  ["calls with an object and a string without an end", "", '[TOOL_CALLS]{"\n'],
  ["escaped quotation marks in a call", "[TOOL_CALLS]{", '\\"'],
])("a reply of many %s is read in time that is linear in its length", (_, before, unit) => {
  const reply = `${before}${unit.repeat(HOSTILE / unit.length)}`;
  expect(["prepared", "unanswered"]).toContain(prepare(`${reply}x`, names).kind);
});

test.each([
  ['[TOOL_CALLS][{"q": "a ] b",\n"n": 1}]\nYes.', "Yes."],
  ['[TOOL_CALLS]{"q": "a \\" } b",\n"n": 1}\nYes.', "Yes."],
  ['[TOOL_CALLS]{"size": 5", "n": [1]}\nYes.', "Yes."],
])("the object of a call ends at its bracket: %s", (reply, said) => {
  const prepared = prepare(reply, names);
  expect(prepared.kind === "prepared" && prepared.text.text).toBe(said);
});

test("space around a reply is no part of its text", () => {
  const prepared = prepare("\n  None is met. \n\n", names);
  expect(prepared.kind === "prepared" && prepared.text.text).toBe("None is met.");
});
