import { expect, test } from "vitest";
import { nextPauseMs } from "./live-pause.ts";

test("the pause is short after a change, and grows to a limit while nothing changes or the stack does not answer", () => {
  expect(nextPauseMs(20_000, "changed")).toBe(1000);
  expect(nextPauseMs(1000, "same")).toBe(1500);
  expect(nextPauseMs(0, "failed")).toBe(1000);
  expect(nextPauseMs(29_000, "failed")).toBe(30_000);
});
