import { UserError } from "@medhelm/core/user-error";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { isUserFixable, reportError, HelpShown, errorText } from "./report-error.ts";

let said = "";
beforeEach(() => {
  said = "";
  vi.spyOn(process.stderr, "write").mockImplementation((text) => (said += String(text)) !== "");
});
afterEach(() => vi.restoreAllMocks());

const disk = (code: string, path?: string): Error =>
  Object.assign(new Error(`${code}: words of the system`), { code, ...(path === undefined ? {} : { path }) });

test("help is no error", () => {
  expect([reportError(new HelpShown()), said]).toEqual([0, ""]);
});

test("what the user can mend is one sentence and exit code 2", () => {
  expect([reportError(new UserError("a.conf, line 3: mend this")), said]).toEqual([
    2,
    "medhelm: a.conf, line 3: mend this\n",
  ]);
});

test("an interruption is exit code 75: start again and it goes on", () => {
  expect(reportError(new DOMException("stopped by SIGTERM", "AbortError"))).toBe(75);
  expect(said).toBe("medhelm: interrupted; start it again and it goes on where it was\n");
});

test("anything else is a bug: exit code 1, with the stack to report", () => {
  expect(reportError(new TypeError("x is undefined"))).toBe(1);
  expect(said).toMatch(
    /^medhelm: this is a bug, please report it with the lines below\nTypeError: x is undefined\n {4}at /,
  );
});

test("a thrown value that is no error is a bug as well", () => {
  expect([reportError("odd"), said]).toEqual([
    1,
    "medhelm: this is a bug, please report it with the lines below\nodd\n",
  ]);
});

describe("what only the machine's owner can mend is a sentence, not a stack", () => {
  const then = "what is finished is kept, start it again once that is mended";
  test.each([
    [disk("ENOSPC", "out/a.json"), `out/a.json: the disk is full; ${then}`],
    [disk("EDQUOT", "out/a.json"), `out/a.json: your quota of the disk is used up; ${then}`],
    [disk("EROFS", "out"), `out: the disk is read-only; ${then}`],
    [disk("EACCES", "out"), `out: you may not read or write there; ${then}`],
    [disk("EMFILE"), `too many files are open; raise the limit with ulimit -n; ${then}`],
    [Object.assign(new Error("database or disk is full"), { errcode: 13 }), "the disk is full"],
    [Object.assign(new Error("readonly"), { errcode: 1544 }), "the answers' file cannot be written"],
  ])("%s", (error, sentence) => {
    expect(reportError(error)).toBe(2);
    expect(said).toBe(`medhelm: ${sentence}\n`);
    expect([isUserFixable(error), errorText(error)]).toEqual([true, sentence]);
  });
});

test("a missing file of our own is a bug, and keeps its stack", () => {
  const error = disk("ENOENT", "x");
  expect([isUserFixable(error), errorText(error)]).toEqual([false, error.stack]);
});
