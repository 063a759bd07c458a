import { keys } from "@medhelm/core/store/object-keys";
import { expect, test } from "vitest";
import { isReadableAnswer } from "./is-readable-answer.ts";

const isReadable = (key: string, value: unknown): boolean =>
  isReadableAnswer(key, Buffer.from(typeof value === "string" ? value : JSON.stringify(value)));

test.each([
  ["an answer", keys.answer("public", "a")],
  ["a segment", `${keys.answerSegments("public", "d", "b")}1.json`],
  ["the models of a server", keys.servedModels("a")],
])("%s that is cut off or is another value is damaged, and one of a later version is not", (_, key) => {
  const found = ["{", "null", "[]", { formatVersion: 1 }, { formatVersion: 99 }].map((value) => isReadable(key, value));
  expect(found).toEqual([false, false, false, false, true]);
});

test("other objects in the file of the answers may have any form", () => {
  expect([isReadable(keys.outcome("s", "r", "a"), { x: 1 }), isReadable(keys.allAsking(), "[]")]).toEqual([true, true]);
});
