import { MissingData } from "@medhelm/core/run/missing-data";
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

const missing = (benchmark: string) =>
  new MissingData(`no file at ${benchmark}.csv: run medhelm data pull ${benchmark}`, benchmark, "offline mode is on");

test("runs whose files are missing share a line with the one command that gets all files", () => {
  expect(
    failureLines([
      { run: "a:x", error: missing("a") },
      { run: "a:y", error: missing("a") },
      { run: "b", error: missing("b") },
    ]),
  ).toEqual([
    "a:x, a:y, b: their data are missing, and offline mode is on: run medhelm data pull a b --data-dir DIR where the internet can be reached, and give that folder to --data-dir here",
  ]);
});

test("the missing file of one benchmark is named", () => {
  const error = new MissingData("no file at a.csv: run medhelm data pull a", "a", "offline mode is on");
  expect(failureLines([{ run: "a:x", error }])).toEqual(["a:x: no file at a.csv: run medhelm data pull a"]);
});
