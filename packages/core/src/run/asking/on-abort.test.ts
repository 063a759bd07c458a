import { expect, test } from "vitest";
import { onAbort } from "./on-abort.ts";

test("all callers get the abort, except those that no longer wait", () => {
  const controller = new AbortController();
  const heard: string[] = [];
  onAbort(controller.signal, () => heard.push("first"));
  const stop = onAbort(controller.signal, () => heard.push("second"));
  onAbort(controller.signal, () => heard.push("third"));
  stop();
  controller.abort();
  expect(heard).toEqual(["first", "third"]);
});
