import { keysIn } from "@medhelm/testing/stores/keys-in";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import { submissionOf } from "@medhelm/testing/fixtures/dispatch";
import { expect, test } from "vitest";
import { deleteExpiredInputs } from "./expired-inputs.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

test("an uploaded file is deleted after thirty days, unless an open submission names it", async () => {
  const clock = fakeClock();
  const objects = memoryStore({ clock });
  const [named = "", referred = "", unused = "", young = ""] = ["a", "b", "c", "d"].map((digit) => digit.repeat(64));
  const submission = submissionOf({ a: { description: `quiz:model=m/one,data_path=input:${referred}` } });
  const request = { ...submission.request, inputs: { "quiz.csv": named } };
  await putJson(objects, keys.submission("sub"), { ...submission, request });
  for (const sha256 of [named, referred, unused]) await objects.put(keys.input("ann", sha256), "x");
  await objects.put(keys.input("bob", named), "x"); // another owner's copy
  expect(await deleteExpiredInputs(objects, ["sub"])).toBe(0);
  await clock.advance(30 * DAY_MS);
  await objects.put(keys.input("ann", young), "x");
  await clock.advance(1);
  expect(await deleteExpiredInputs(objects, ["sub"])).toBe(2);
  expect(await keysIn(objects, keys.inputs())).toEqual(
    [named, referred, young].map((sha256) => keys.input("ann", sha256)),
  );
});

test("no uploaded file is deleted while the request of an open submission cannot be read", async () => {
  const clock = fakeClock();
  const objects = memoryStore({ clock });
  await objects.put(keys.submission("sub"), "{");
  await objects.put(keys.input("ann", "a".repeat(64)), "x");
  await clock.advance(31 * DAY_MS);
  expect(await deleteExpiredInputs(objects, ["sub"])).toBe(0);
});
