import { expect, test } from "vitest";
import { comparisonReading, readMet } from "./rubric-items.ts";

const json = '{"criteria_met": true, "explanation": "ok"}';
const met = (isRepaired: boolean) => ({ value: { value: true, explanation: "ok", isRepaired } });

test.each([json, ` ${json}\n`, "```json\n" + json + "\n```", "```\n" + json + "\n```", "```JSON" + json + "  ```"])(
  "the form %j needs no repair",
  (reply) => {
    expect(readMet(reply)).toEqual(met(false));
  },
);

test.each([`Here you are: ${json}`, `${json} as requested`, "Sure.\n```json\n" + json + "\n```"])(
  "text around the object is removed: %j",
  (reply) => {
    expect(readMet(reply)).toEqual(met(true));
  },
);

test.each(["see ```json there", "see ``` there", "a } in {it"])(
  "a mark within an explanation stays: %j",
  (explanation) => {
    const reply = JSON.stringify({ criteria_met: false, explanation });
    expect(readMet(reply)).toEqual({ value: { value: false, explanation, isRepaired: false } });
  },
);

test.each([
  "",
  "met",
  "[true]",
  '{"criteria_met": "true"}',
  '{"criteria_met": 1}',
  '{"explanation": "ok"}',
  "{criteria_met",
])("%j says neither that an item is met nor that it is not", (reply) => {
  expect(readMet(reply)).toEqual({ unreadable: expect.stringMatching(/./) });
});

test("an explanation that is not a text becomes empty", () => {
  expect(readMet('{"criteria_met": false, "explanation": 3}')).toMatchObject({
    value: { value: false, explanation: "" },
  });
});

test.each([
  ["1", 1],
  ["10", 10],
  ["4.5", 4.5],
])("the rating %s of a comparison counts", (text, value) => {
  expect(comparisonReading(`{"criteria_met": ${text}}`)).toMatchObject({ value: { value } });
});

test.each(["0", "0.9", "10.1", "11", '"5"', "true", "null"])(
  "the rating %s is outside the scale from 1 to 10",
  (text) => {
    expect(comparisonReading(`{"criteria_met": ${text}}`)).toMatchObject({
      kind: "unread",
      clause: expect.stringContaining("1 to 10"),
    });
  },
);

const other = '{"criteria_met": false, "explanation": "no"}';
test.each([
  `${json}\n\nuser: And the next item?\nassistant: ${other}`,
  `${json}\n\nHuman: Next\n\nAssistant: ${other}`,
  `${json}<|im_start|>user\nNext<|im_end|>\n<|im_start|>assistant\n${other}`,
  `The chat was:\n\nuser: hello\n\nassistant: rest\n\n${json}`,
])("a verdict of the next turn does not count: %j", (reply) => {
  expect(readMet(reply)).toEqual(met(true));
});

test("a conversation that the explanation quotes over several lines is no turn", () => {
  const reply = '{"explanation": "The chat:\nhello\nuser: more\nassistant: rest", "criteria_met": true}';
  expect(readMet(reply)).toMatchObject({ value: { value: true } });
});

test("a verdict of the next turn alone does not count", () => {
  expect(readMet(`I cannot say.\nuser: And now?\nassistant: ${json}`)).toEqual({
    unreadable: "the reply is no JSON object",
  });
});
