import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { requireOutputFile } from "./require-output-file.ts";

const temporary = () => mkdtempSync(join(tmpdir(), "medhelm-file-"));

test.skipIf(process.platform === "win32")("a pipe, which would wait for its reader, is refused", () => {
  const pipe = join(temporary(), "pipe");
  execFileSync("mkfifo", [pipe]);
  expect(() => requireOutputFile(pipe, "--junit")).toThrow(
    `--junit ${pipe}: it is a pipe, a socket or a device; name a file`,
  );
});

test.skipIf(process.platform === "win32")("a device, which an archive would replace, is refused", () => {
  expect(() => requireOutputFile("/dev/null", "--to")).toThrow(
    "--to /dev/null: it is a pipe, a socket or a device; name a file",
  );
});

test("a name that is longer than the disk allows is refused", () => {
  const file = join(temporary(), "a".repeat(300));
  expect(() => requireOutputFile(file, "--to")).toThrow(
    `${file}: its name is longer than this disk allows; name another path`,
  );
});

test("a link to a file in a folder that does not exist is refused", () => {
  const folder = temporary();
  symlinkSync("none/report.xml", join(folder, "link"));
  expect(() => requireOutputFile(join(folder, "link"), "--junit")).toThrow(
    `--junit ${folder}/link: ${folder}/none, where this link leads: there is no such folder; make it first, or name another file`,
  );
});

test("a link to a file that is not written yet is accepted", () => {
  const folder = temporary();
  mkdirSync(join(folder, "reports"));
  symlinkSync("reports/report.xml", join(folder, "link"));
  expect(() => requireOutputFile(join(folder, "link"), "--junit")).not.toThrow();
});

test.skipIf(!existsSync("/proc/self"))(
  "a place where the system makes no files is refused (skipped without /proc)",
  () => {
    expect(() => requireOutputFile("/proc/report.xml", "--junit")).toThrow(
      "--junit /proc/report.xml: /proc cannot be written; name another file",
    );
  },
);
