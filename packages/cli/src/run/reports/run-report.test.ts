import { RunStopped } from "@medhelm/core/run/asking/run-stopped";
import { UserError } from "@medhelm/core/user-error";
import { expect, test } from "vitest";
import { runTable } from "./run-report.ts";

test.each([
  [new UserError("no file at a.csv"), "failed"],
  [new RunStopped("too_many_failures", "12 of 12 requests failed"), "failed (too_many_failures)"],
  [new TypeError("x is undefined"), "failed (TypeError)"],
])("the table names the cause of a failed run in a user's words: %s", (error, shown) => {
  const [, , row] = runTable([{ kind: "failed", run: "r", path: "p", error, seconds: 0 }]).split("\n");
  expect(row?.split(/ {2,}/)).toEqual(["r", shown, "0 s"]);
});
