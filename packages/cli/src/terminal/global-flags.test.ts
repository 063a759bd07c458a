import { expect, test } from "vitest";
import { globalFlags } from "./global-flags.ts";

test.each([
  [["run", "-q", "--suite", "s"], { isQuiet: true, isVerbose: false, args: ["run", "--suite", "s"] }],
  [["--quiet", "run"], { isQuiet: true, isVerbose: false, args: ["run"] }],
  [["run", "-v"], { isQuiet: false, isVerbose: true, args: ["run"] }],
  [["run", "--", "-q"], { isQuiet: false, isVerbose: false, args: ["run", "--", "-q"] }],
])("%j", (given, expected) => {
  expect(globalFlags(given)).toEqual(expected);
});
