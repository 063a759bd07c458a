import { expect, test } from "vitest";
import { prepare } from "../../prepare.ts";

/** The text that is left of a reply, or the texts of the fields that state its answer. */
function read(reply: string) {
  const prepared = prepare(reply, { answers: new Set(["answer"]) });
  if (prepared.kind === "unanswered") return prepared.last.step;
  const claims = prepared.claims.map(({ text }) => text.text);
  return claims.length > 0 ? claims : prepared.text.text.trim();
}

test.each([
  '<tool_call>\n{"name": "search", "arguments": {"query": "B"}}\n</tool_call>',
  "<tool_call>search\n<arg_key>query</arg_key>\n<arg_value>B</arg_value>\n</tool_call>",
  "<tool_call>\n<function=search>\n<parameter=query>\nB\n</parameter>\n</function>\n</tool_call>",
  '<function=search>{"query": "B"}</function>',
  '<x:function_calls><invoke name="search"><parameter name="query">B</parameter></invoke></x:function_calls>',
  "<execute>B</execute>",
  '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>search\n{"query": "B"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
  '<|START_ACTION|>[\n{"tool_name": "search", "parameters": {"query": "B"}}\n]<|END_ACTION|>',
  '[TOOL_CALLS] [{"name": "search",\n"arguments": {"query": "B"}}]',
  '[TOOL_CALLS]search[ARGS]{"query": "B"}',
  '<|python_tag|>search.call(query="B")',
  '```tool_code\nprint(search("B"))\n```',
  '{"name": "search", "arguments": {"answer": "B"}}',
  '{"tool": "search", "input": "B"}',
  '{"action": "search", "action_input": "B"}',
  '{"type": "function", "function": {"name": "search", "arguments": "{\\"query\\": \\"B\\"}"}}',
  "Action: search\nAction Input: B",
  "**Action:** search\n**Action Input:** A\nB\nObservation: B",
  "Action 1: Search[B]",
  'search("B")',
  '[search(query="B")]',
  'search(\n  query="B",\n)',
  'result = search_web("B")',
  "describe_option(B)",
])("the call to a tool %j states nothing", (reply) => {
  expect(read(reply)).toMatch(/^[[\]\s]*$/);
});

test.each([
  '<tool_call>{"name": "submit_answer", "arguments": {"answer": "B"}}</tool_call>',
  "<tool_call>\n<function=final_answer>\n<parameter=answer>B</parameter>\n</function>\n</tool_call>",
  '<invoke name="submit_answer"><parameter name="choice">B</parameter></invoke>',
  '{"name": "final_answer", "arguments": {"answer": "B"}}',
  '{"name": "final_answer", "arguments": "{\\"answer\\": \\"B\\"}"}',
  '{"name": "final_answer", "arguments": {"value": "B"}}',
  '{"action": "Final Answer", "action_input": "B"}',
  "Action: Final Answer\nAction Input: B",
  "Thought: It is B.\nAction: Finish[B]",
  'final_answer("B")',
  'submit_answer(answer="B")',
  '```py\nx = search("A")\nfinal_answer("B")\n```',
])("the call %j of a tool for the final answer states it", (reply) => {
  expect(read(reply)).toEqual(["B"]);
});

test.each([
  ['search("A")\n\nIt is B.', "It is B."],
  ['I will call search_web(query="A") first. It is B.', "I will call first. It is B."],
  ["Action: search\nAction Input: A\nObservation: A\nFinal Answer: B", "Final Answer: B"],
  ["The plan is f(x) = 2.", "The plan is f(x) = 2."],
  ["B (phenoxybenzamine)", "B (phenoxybenzamine)"],
  ["Action: start B", "Action: start B"],
  ['answer("B")', 'answer("B")'],
  ["Score(age=2, sex=1) = 3", "Score(age=2, sex=1) = 3"],
])("the words of %j that are of no call stay", (reply, text) => {
  expect(read(reply)).toBe(text);
});
