import { keys } from "@medhelm/core/store/object-keys";
import { expect, test } from "vitest";
import { countAnswers } from "./count-answers.ts";

const SEGMENT = `${keys.answerSegments("public", "m/a", "quiz")}1.json`;
const THREE = JSON.stringify({ formatVersion: 1, answers: { a: {}, b: {}, c: {} } });

test.each([
  ["an object with one answer has one", keys.answer("public", "a"), "{}", 1],
  ["a segment has as many answers as requests", SEGMENT, THREE, 3],
  ["a segment that was cut off has none", SEGMENT, THREE.slice(0, 30), 0],
  ["a record of the models that answered has none", keys.servedModels("a"), "{}", 0],
])("%s", (_, key, text, count) => {
  expect(countAnswers(key, Buffer.from(text))).toBe(count);
});
