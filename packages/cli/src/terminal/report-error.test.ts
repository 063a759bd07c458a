import { UserError } from "@medhelm/core/user-error";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { isUserFixable, reportError, HelpShown, errorText } from "./report-error.ts";

let printed = "";
beforeEach(() => {
  printed = "";
  vi.spyOn(process.stderr, "write").mockImplementation((text) => (printed += String(text)) !== "");
});
afterEach(() => vi.restoreAllMocks());

const disk = (code: string, path?: string): Error =>
  Object.assign(new Error(`${code}: words of the system`), { code, ...(path === undefined ? {} : { path }) });

test("help is not an error", () => {
  expect([reportError(new HelpShown()), printed]).toEqual([0, ""]);
});

test("an error that the user can fix is one sentence and exit code 2", () => {
  expect([reportError(new UserError("a.conf, line 3: fix this")), printed]).toEqual([
    2,
    "medhelm: a.conf, line 3: fix this\n",
  ]);
});

test("an interruption is exit code 75, and the same command continues the work", () => {
  expect(reportError(new DOMException("stopped by SIGTERM", "AbortError"), false, true)).toBe(75);
  expect(printed).toBe("medhelm: interrupted; run the same command again to continue\n");
});

test("an aborted call without a signal is a bug, and no interruption", () => {
  expect(reportError(new DOMException("This operation was aborted", "AbortError"), false, false)).toBe(1);
  expect(printed).toMatch(/^medhelm: this is a bug; .*\nAbortError: This operation was aborted\n {4}at /);
});

test("every other error is a bug with exit code 1 and the stack to report", () => {
  expect(reportError(new TypeError("x is undefined"))).toBe(1);
  expect(printed).toMatch(
    /^medhelm: this is a bug; please report it with the lines below\nTypeError: x is undefined\n {4}at /,
  );
});

test("a thrown value that is not an Error is a bug too", () => {
  expect([reportError("odd"), printed]).toEqual([
    1,
    "medhelm: this is a bug; please report it with the lines below\nodd\n",
  ]);
});

describe("an error that the owner of the machine can fix is a sentence, not a stack", () => {
  const again = "fix this, then run the same command again";
  const advice = `finished work is kept: ${again}`;
  test.each([
    [disk("ENOSPC", "out/a.json"), `out/a.json: the disk is full; ${advice}`],
    [
      Object.assign(new Error("database or disk is full"), { errcode: 13, path: "b" }),
      `b: the disk is full; ${advice}`,
    ],
    [disk("EDQUOT", "out/a.json"), `out/a.json: your disk quota is used up; ${advice}`],
    [disk("EROFS", "out"), `out: the disk is read-only; ${advice}`],
    [disk("EACCES", "out"), `out: you have no permission to read or write it; ${again}`],
    [disk("EMFILE"), `too many files are open; raise the limit with ulimit -n; ${advice}`],
    [disk("EISDIR", "out/a.json"), `out/a.json: a folder is in the place of this file; remove it; ${again}`],
    [disk("EEXIST", "out/work"), `out/work: a file is in the place of this folder; remove it; ${again}`],
    [disk("ELOOP", "out/a.json"), `out/a.json: it is a link that leads back to itself; remove it; ${again}`],
    [disk("EPERM", "out/a.json"), `out/a.json: you have no permission to change it; ${again}`],
    [disk("EFBIG", "out/a.json"), `out/a.json: the file is larger than this disk or ulimit -f allows; ${advice}`],
    [disk("EIO", "out/a.json"), `out/a.json: the disk reports a fault; ${advice}`],
    [
      Object.assign(new Error("database or disk is full"), { errcode: 13 }),
      `the disk of the output folder is full; ${advice}`,
    ],
    [
      Object.assign(new Error("readonly"), { errcode: 1544 }),
      `a SQLite file in .medhelm of the output folder cannot be written; ${advice}`,
    ],
    [
      Object.assign(new Error("disk I/O error"), { errcode: 778 }),
      `a SQLite file in .medhelm of the output folder cannot be read or written, because the disk reports a fault or is full; ${advice}`,
    ],
    [
      Object.assign(new Error("unable to open database file"), { errcode: 14 }),
      `a SQLite file in .medhelm of the output folder cannot be opened; ${advice}`,
    ],
    [
      Object.assign(new Error("malformed"), { errcode: 11 }),
      "a SQLite file in .medhelm of the output folder is damaged: stop medhelm, and call medhelm repair, which keeps the readable answers; then run the same command again",
    ],
  ])("%s", (error, sentence) => {
    expect(reportError(error)).toBe(2);
    expect(printed).toBe(`medhelm: ${sentence}\n`);
    expect([isUserFixable(error), errorText(error).replace(advice, again)]).toEqual([
      true,
      sentence.replace(advice, again),
    ]);
  });
});

test("the text about a run that a fault of a path ended says that finished work is kept", () => {
  expect(errorText(disk("EACCES", "out"))).toBe(
    "out: you have no permission to read or write it; finished work is kept: fix this, then run the same command again",
  );
});

test("a missing file of medhelm itself is a bug and keeps its stack", () => {
  const error = disk("ENOENT", "x");
  expect([isUserFixable(error), errorText(error)]).toEqual([false, error.stack]);
});

test("characters of a message that a terminal would obey are shown as marks", () => {
  reportError(new UserError("the server says \u001B[2J"));
  expect(printed).toBe("medhelm: the server says ⟦U+001B⟧[2J\n");
});

test.for([
  [new Error("Region is missing"), "no region is named; set AWS_REGION"],
  [
    Object.assign(new Error("connect"), { code: "ENETUNREACH", $metadata: {} }),
    "the network does not reach its server; check the network",
  ],
  [
    Object.assign(new Error("self-signed"), { code: "DEPTH_ZERO_SELF_SIGNED_CERT", $metadata: {} }),
    "its certificate is self-signed; name the file of your certificate authority in NODE_EXTRA_CA_CERTS",
  ],
  [
    Object.assign(new Error("expired"), { code: "CERT_HAS_EXPIRED", $metadata: {} }),
    "its certificate has expired; renew it on the server, or correct the clock of this machine",
  ],
] as const)("a fault of the bucket is one sentence and exit code 2: %s", ([error, sentence]) => {
  expect([reportError(error), printed]).toEqual([2, `medhelm: the bucket with the objects: ${sentence}\n`]);
});
