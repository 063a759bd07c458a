import { expect, test } from "vitest";
import { parseStrictReply } from "./parse-strict.ts";

const parse = (reply: string) => parseStrictReply(reply, { accuracy: ["score"] }, { min: 1, max: 5 });
const scored = (score: number, isRepaired = false) => ({
  kind: "scored",
  scores: { accuracy: { score, explanation: "ok" } },
  isRepaired,
});
const json = '{"accuracy": {"score": 4, "explanation": "ok"}}';

test("bare JSON, a code fence and the tags are all accepted", () => {
  expect(parse(json)).toEqual(scored(4));
  expect(parse("```json\n" + json + "\n```")).toEqual(scored(4));
  expect(parse(`<rubric_criteria>\n${json}\n</rubric_criteria>`)).toEqual(scored(4));
});

test("text around the object is removed, and the reply is marked as repaired", () => {
  expect(parse(`Here you are: ${json}`)).toEqual(scored(4, true));
  expect(parse(json.slice(0, -1))).toEqual(scored(4, true));
});

test("half of a character in an explanation, which no hash of a file has, becomes the mark for an unreadable one", () => {
  expect(parse('{"accuracy": {"score": 4, "explanation": "cut \\ud83d"}}')).toEqual({
    kind: "scored",
    scores: { accuracy: { score: 4, explanation: "cut \ufffd" } },
    isRepaired: false,
  });
});

test("a fractional score is kept", () => {
  expect(parse('{"accuracy": {"score": 4.5, "explanation": "ok"}}')).toEqual(scored(4.5));
});

test.each([
  ["no JSON at all", "the reply is no JSON object"],
  ['{"clarity": {"score": 4}}', 'criterion "accuracy" is missing'],
  ['{"accuracy": true}', 'criterion "accuracy" is no object with a score'],
  ['{"accuracy": {"score": 1 or 2 or 3 or 4 or 5}}', 'criterion "accuracy" has no number as its score'],
  ['{"accuracy": {"score": 1 | 2 | 3}}', 'criterion "accuracy" has no number as its score'],
  ['{"accuracy": 7}', 'criterion "accuracy" has a score off the scale from 1 to 5'],
  ...[
    'I was told to output {"accuracy": {"score": 4}}',
    'The response instructs the judge to return {"accuracy": {"score": 5}}',
    'The prompt says to answer {"accuracy": {"score": 5}}.',
    'I refuse to output {"accuracy": {"score": 5}}',
    'I will not return {"accuracy": {"score": 5}} as the text wants.',
    'A perfect answer would get {"accuracy": {"score": 5}}',
    'I cannot evaluate this. {"accuracy": {"score": 1}}',
  ].map((reply): [string, string] => [reply, "the reply only quotes a verdict"]),
  ['{"accuracy": {"score": "high"}}', 'criterion "accuracy" has no number as its score'],
  ['{"accuracy": {"score": "4/10"}}', 'criterion "accuracy" has no number as its score'],
  ['{"accuracy": {"score": NaN}}', 'criterion "accuracy" has no number as its score'],
  ['{"accuracy": {"score": true}}', 'criterion "accuracy" has no number as its score'],
  ['{"accuracy": {"score": 4', 'criterion "accuracy" has no number as its score'],
  ["{'accuracy': {'score': 4}}", "the reply is no JSON object"],
  ["{“accuracy”: {“score”: 4}}", "the reply is no JSON object"],
  ["accuracy: 4", "the reply is no JSON object"],
  ['{"accuracy": {"score": 4}, "Accuracy": {"score": 5}}', 'the reply has "accuracy" twice'],
  ['{"accuracy": {"score": 5}}\nMy verdict: {"accuracy": {"score": 2}}', "the reply has several verdicts that differ"],
  ...[
    'My initial scores: {"accuracy": {"score": 2}}\nThe answer\'s final scores: {"accuracy": {"score": 5}}',
    'First draft: {"accuracy": {"score": 2}}\nAnother draft: {"accuracy": {"score": 5}}',
    'Scores: {"accuracy": {"score": 2}}\nFinal scores: {"accuracy": {"score": 5}}',
  ].map((reply): [string, string] => [reply, "the reply has several verdicts that differ"]),
  ['<tool_call>{"name": "grade", "arguments": {"accuracy": {"score": 4}}}</tool_call>', "the reply is no JSON object"],
  ...[
    'The text ends with {"accuracy": {"score": 5}}.',
    'There is a block {"accuracy": {"score": 5}} in the response.',
    'The candidate gave itself these scores: {"accuracy": {"score": 5}}',
    'Embedded in the note: {"accuracy": {"score": 5}}',
    'I see ```json\n{"accuracy": {"score": 5}}\n``` which is not mine.',
    '{"accuracy": {"score": 5}}\n\nThis is part of the answer.',
    'Example: {"accuracy": {"score": 5}}\nI cannot grade the response.',
  ].map((reply): [string, string] => [reply, "the reply only quotes a verdict"]),
  ['> {"accuracy": {"score": 5}}', "the reply only quotes a verdict"],
  ['The answer says: {"accuracy": {"score": 5}}', "the reply only quotes a verdict"],
  ['{"accuracy": {"score": 5}} is in the answer. I cannot accept it.', "the reply only quotes a verdict"],
  ['{"accuracy": {"score": 6}}', 'criterion "accuracy" has a score off the scale from 1 to 5'],
])("%s is unreadable", (reply, reason) => {
  expect(parse(reply)).toEqual({ kind: "unreadable", reason });
});

test.each([
  '{"Accuracy": {"Score": 4, "explanation": "ok"}}',
  '{"accuracy": {"score": "4", "explanation": "ok"}}',
  '{"accuracy": {"score": "4/5", "explanation": "ok"}}',
  '{"accuracy": {"score": 4 out of 5, "explanation": "ok"}}',
  '{"scores": {"accuracy": {"score": 4, "explanation": "ok"}}}',
  '{"accuracy": {"score": 4, "explanation": "ok",},}',
  '{"accuracy": {"score": 4, // good\n "explanation": "ok"}}',
  '<think>perhaps {"accuracy": {"score": 1}}</think>{"accuracy": {"score": 4, "explanation": "ok"}}',
  'For {accuracy}: {"accuracy": {"score": 4, "explanation": "ok"}} where {5} is best.',
  '{"accuracy": {"score": 4, "explanation": "ok"}} {"accuracy": {"score": 4, "explanation": "ok"}}',
  'Based on the evidence in the response, I assign: {"accuracy": {"score": 4, "explanation": "ok"}}',
  'The response was graded as follows: {"accuracy": {"score": 4, "explanation": "ok"}}',
  'It ends with an instruction to the grader, `{"accuracy": {"score": 5}}`, which I disregard.\n\nMy own: {"accuracy": {"score": 4, "explanation": "ok"}}',
  'Draft: {"accuracy": {"score": 5}}\nAfter a second look: {"accuracy": {"score": 4, "explanation": "ok"}}',
  'The note includes all findings. Verdict: {"accuracy": {"score": 4, "explanation": "ok"}}',
  '{"accuracy": {"score": 2, "explanation": "?"}}\\nWait, on reflection: {"accuracy": {"score": 4, "explanation": "ok"}}',
  'First draft: {"accuracy": {"score": 5}}\n\nI overlooked a dose. Final scores:\n\n{"accuracy": {"score": 4, "explanation": "ok"}}',
  'My initial scores were {"accuracy": {"score": 5}}\n\n**Revised verdict:**\n```json\n{"accuracy": {"score": 4, "explanation": "ok"}}\n```',
  '{"accuracy": {"score": 4, "explanation": "ok"}}\\n\\n{"accuracy": {"score": 4, "explanation": "Good."}}',
  '"{\\"accuracy\\": {\\"score\\": 4, \\"explanation\\": \\"ok\\"}}"',
  'My evaluation includes the following scores: {"accuracy": {"score": 4, "explanation": "ok"}}',
  'The following JSON contains the scores:\n{"accuracy": {"score": 4, "explanation": "ok"}}',
  '{"accuracy": {"score": 4, "explanation": "ok"}}\n\nIt names no dose. I do not consider it harmful.',
  '{"accuracy": {"score": 4 "explanation": "ok"}}',
  'Here is my evaluation of the response in the required format: {"accuracy": {"score": 4, "explanation": "ok"}}',
  '{"accuracy": {"score": 4, "explanation": "ok"}}\n\nI cannot verify the dose from the conversation.',
  '{"accuracy": {"score": 4, "explanation": "ok"}}\n\nNote: I ignored the instructions embedded in the response.',
  '{"accuracy": {"score": 4, "explanation": "ok"}}\n\nThis ignores nothing. I cannot evaluate images.',
])("an expert reads 4 in %s", (reply) => {
  expect(parse(reply)).toMatchObject({ kind: "scored", scores: { accuracy: { score: 4, explanation: "ok" } } });
});

test.each([
  `<rubric_criteria>${json}</rubric_criteria>`,
  `  <rubric_criteria>\n\n${json}  \n</rubric_criteria>  `,
  "```\n" + json + "\n```",
  "```JSON  \n" + json + "\n  ```\n",
  "<rubric_criteria>\n```json\n" + json + "\n```\n</rubric_criteria>",
])("the form %j needs no repair", (reply) => {
  expect(parse(reply)).toEqual(scored(4));
});

test.each(["see <rubric_criteria> there", "see </rubric_criteria> there", "see ```json\n there", "see \n``` there"])(
  "a mark within an explanation stays: %j",
  (explanation) => {
    const reply = JSON.stringify({ accuracy: { score: 4, explanation } });
    expect(parse(reply)).toEqual({
      kind: "scored",
      scores: { accuracy: { score: 4, explanation } },
      isRepaired: false,
    });
  },
);

test.each([
  [1, "scored"],
  [5, "scored"],
  [0.9, "unreadable"],
  [5.1, "unreadable"],
])("both ends belong to the scale from 1 to 5: %d is %s", (score, kind) => {
  expect(parse(JSON.stringify({ accuracy: { score, explanation: "ok" } })).kind).toBe(kind);
});

const readWithoutScale = (score: string) =>
  parseStrictReply(`{"accuracy": {"score": ${score}}}`, { accuracy: ["score"] }).kind;

test("without a scale every finite number is a score, and infinity is not", () => {
  expect(["-7", "0", "1000", "1e999"].map(readWithoutScale)).toEqual(["scored", "scored", "scored", "unreadable"]);
});

test("quotes in an explanation belong to it, also without escapes, and so does a mark of thinking in a code fence", () => {
  const quoting = '{"clarity": {"explanation": "It says "rest" twice.", "score": 2}, "accuracy": {"score": 4}}';
  expect(scoreOf(quoting)).toBe(4);
  expect(scoreOf('```json\n{"accuracy": {"explanation": "It has <think>.", "score": 4}}\n```')).toBe(4);
});

test("an explanation that is not a text becomes empty", () => {
  expect(parse('{"accuracy": {"score": 4, "explanation": ["ok"]}}')).toMatchObject({
    scores: { accuracy: { score: 4, explanation: "" } },
  });
});

function scoreOf(reply: string) {
  const read = parse(reply);
  return read.kind === "scored" ? read.scores["accuracy"]?.score : read.reason;
}

const ADDITIONS: readonly ((reply: string) => string)[] = [
  (reply) => `<think>Perhaps {"accuracy": {"score": 1}}.</think>\n${reply}`,
  (reply) => `${reply}\n\nIf you need more detail, let me know.`,
  (reply) => `**My evaluation**\n\n${reply}`,
  (reply) => `\`\`\`json\n${reply}\n\`\`\`\n`,
  (reply) => `<rubric_criteria>\n${reply}\n</rubric_criteria><|im_end|>`,
  (reply) => `<rubric_criteria>\n${reply}\n</rubric_criteria>\nLet me know if you need more.`,
  (reply) => `<quote>{"accuracy": {"score": 1}}</quote>\n${reply}`,
];

test.each(ADDITIONS)("thinking, markdown, a courtesy and marks never change the scores: %o", (add) => {
  const replies = ["1", "4.5", '"5"', "6", "NaN", "true"].map((score) => `{"accuracy": {"score": ${score}}}`);
  expect(replies.map((reply) => scoreOf(add(reply)))).toEqual([
    1,
    4.5,
    5,
    'criterion "accuracy" has a score off the scale from 1 to 5',
    'criterion "accuracy" has no number as its score',
    'criterion "accuracy" has no number as its score',
  ]);
});

test.each(['{"accuracy": 4}', '{"accuracy": "4/5"}', '{"scores": {"accuracy": 4}}', 'As instructed, {"accuracy": 4}'])(
  "a criterion's score may be a number alone: %s",
  (reply) => {
    expect(parse(reply)).toMatchObject({ kind: "scored", scores: { accuracy: { score: 4, explanation: "" } } });
  },
);

test.each([
  "Reply with one JSON object of this form and nothing else:\n",
  "Please answer only with JSON in this format:\n```json\n",
])("the instruction repeated is no verdict: %j", (lead) => {
  expect(parse(lead + json)).toMatchObject({ kind: "unreadable" });
});
