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
