import { expect, test } from "vitest";
import { UserError } from "../user-error.ts";
import { failedEnd, isCorrectable } from "./failure-code.ts";
import { RunStopped } from "./asking/run-stopped.ts";

test("the code of a run that stopped is its reason, and any other error is of the input", () => {
  expect(failedEnd(new RunStopped("auth", "no key"))).toEqual({ reason: "no key", code: "auth" });
  expect(failedEnd(new UserError("no such column"))).toEqual({ reason: "no such column", code: "input" });
});

test.each(["input", "auth", "no_such_model", "no_server", "budget", undefined, "of_a_later_version"])(
  "the user can correct %s",
  (code) => {
    expect(isCorrectable(code)).toBe(true);
  },
);

test.each(["endpoint_down", "too_many_failures", "given_up"])("the user cannot correct %s", (code) => {
  expect(isCorrectable(code)).toBe(false);
});
