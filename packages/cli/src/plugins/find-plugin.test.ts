import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findPlugin } from "./find-plugin.ts";

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "medhelm-plugin-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test("a device in place of a plugin is refused", () => {
  expect(() => findPlugin("/dev/zero", "/")).toThrow("/dev/zero: it is a pipe, a socket or a device; name a file");
});

test.each(["package.json", "index.js"])("a device in place of the %s of a plugin is refused", (name) => {
  const folder = temporaryFolder();
  if (name !== "index.js") writeFileSync(join(folder, "index.js"), "");
  symlinkSync("/dev/zero", join(folder, name));
  expect(() => findPlugin(folder, "/")).toThrow(
    `${join(folder, name)}: it is a pipe, a socket or a device; name a file`,
  );
});
