import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { SiteError } from "./options.ts";
import { makeStage, makeTemporaryStage } from "./make-stage.ts";

test.each([
  ["a file", "ENOTDIR"],
  ["absent", "ENOENT"],
])("an installation that takes no files, here %s, is an error that the user can correct", async (what, code) => {
  const folder = mkdtempSync(join(tmpdir(), "medhelm-stage-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  if (what === "a file") writeFileSync(join(folder, "web"), "");
  const error = await makeStage(join(folder, "web")).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(SiteError);
  expect(String(error)).toBe(
    `SiteError: medhelm builds its pages in ${join(folder, "web")}, which takes no files (${code}). Install medhelm in a folder in which you can write, and call this command there.`,
  );
});

test("a TMPDIR that takes no files is an error that the user can correct", async () => {
  vi.stubEnv("TMPDIR", "/etc/passwd");
  onTestFinished(() => void vi.unstubAllEnvs());
  const error = await makeTemporaryStage().catch((caught: unknown) => caught);
  expect(String(error)).toBe(
    "SiteError: TMPDIR /etc/passwd: it takes no files (ENOTDIR). Set TMPDIR to a folder in which you can write.",
  );
});
