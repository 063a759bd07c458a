import { expect, test } from "vitest";
import { parseHelmReply } from "./parse-helm.ts";

const parse = (reply: string) => parseHelmReply(reply, { accuracy: ["score", "explanation"] });
const whole = { accuracy: { score: 4, explanation: "ok" } };

test("text around the outermost braces is ignored", () => {
  expect(parse('Sure!\n```json\n{"accuracy": {"score": 4, "explanation": "ok"}}\n``` Done.')).toEqual(whole);
});

test("one missing closing brace is repaired, two are not", () => {
  expect(parse('{"accuracy": {"score": 4, "explanation": "ok"}')).toEqual(whole);
  expect(parse('{"accuracy": {"score": 4, "explanation": "ok"')).toBeUndefined();
});

test("HELM: two objects in one reply are unreadable, since the slice is greedy", () => {
  expect(parse('{"accuracy": {"score": 4, "explanation": "ok"}} {"x": 1}')).toBeUndefined();
});

test("a missing criterion or key drops the judge, an additional one does not", () => {
  expect(parse('{"accuracy": {"score": 4}}')).toBeUndefined();
  expect(parse('{"clarity": {"score": 4, "explanation": ""}}')).toBeUndefined();
  expect(parse('{"accuracy": {"score": 4, "explanation": "ok"}, "overall": 3}')).toEqual({ ...whole, overall: 3 });
});

test("half of a character in an explanation becomes the mark for an unreadable one", () => {
  expect(parse('{"accuracy": {"score": 4, "explanation": "cut \\ud83d"}}')).toEqual({
    accuracy: { score: 4, explanation: "cut \ufffd" },
  });
});

test("HELM: type and range of a score are not checked", () => {
  expect(parse('{"accuracy": {"score": "high", "explanation": "ok"}}')).toEqual({
    accuracy: { score: "high", explanation: "ok" },
  });
});

test("a reply without an object drops the judge", () => {
  expect(parse("4")).toBeUndefined();
  expect(parse("")).toBeUndefined();
  expect(parse('["accuracy"]')).toBeUndefined();
});

test("HELM accepts a criterion whose text or list contains each key", () => {
  const criteria = { accuracy: ["score"] };
  expect(parseHelmReply('{"accuracy": "the score is 4"}', criteria)).toEqual({ accuracy: "the score is 4" });
  expect(parseHelmReply('{"accuracy": ["score", 4]}', criteria)).toEqual({ accuracy: ["score", 4] });
  expect(parseHelmReply('{"accuracy": ["score 4"]}', criteria)).toBeUndefined();
  expect(parseHelmReply('{"accuracy": "4"}', criteria)).toBeUndefined();
  expect(parseHelmReply('{"accuracy": null}', criteria)).toBeUndefined();
});

test("HELM drops a judge that lacks one of two criteria", () => {
  const criteria = { accuracy: ["score"], clarity: ["score"] };
  expect(parseHelmReply('{"accuracy": {"score": 4}}', criteria)).toBeUndefined();
});

test.each(["[]", "null", "4", '"accuracy"'])("HELM does not accept the reply %s", (reply) => {
  expect(parseHelmReply(reply, {})).toBeUndefined();
});
