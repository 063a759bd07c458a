import { UserError } from "@medhelm/core/user-error";
import { expect, test } from "vitest";
import { failureLines } from "./failure-lines.ts";

test("runs that failed for the same cause share a line, and a bug is marked as one", () => {
  const absent = new UserError("clear: there is no clear in the folder of --data-dir; ask its owner");
  const lines = failureLines([
    { run: "clear:condition=a", error: absent },
    { run: "medec", error: new TypeError("x is undefined") },
    { run: "clear:condition=b", error: new UserError(absent.message) },
  ]);
  expect(lines[0]).toBe(
    "clear:condition=a and 1 like it: clear: there is no clear in the folder of --data-dir; ask its owner",
  );
  expect(lines[1]).toBe("medec: bug: TypeError: x is undefined");
});
