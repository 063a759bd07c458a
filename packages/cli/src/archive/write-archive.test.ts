import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeArchive } from "./write-archive.ts";

const LONG = `${"a-long-folder-name/".repeat(8)}Größe & 2.txt`;

async function unpacked() {
  const folder = mkdtempSync(join(tmpdir(), "medhelm-archive-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "given.txt"), "on the disk\n".repeat(1000));
  const archive = join(folder, "a.tar.gz");
  await writeArchive(archive, "data", [
    { path: "set/given.txt", from: join(folder, "given.txt") },
    { path: LONG, from: new TextEncoder().encode("long") },
    { path: "empty", from: new Uint8Array() },
    { path: "start", from: new TextEncoder().encode("#!/bin/sh\n"), isExecutable: true },
  ]);
  execFileSync("tar", ["xzf", archive, "-C", folder]);
  return { folder, archive };
}

test("tar unpacks the files with their names, contents and rights", async () => {
  const { folder } = await unpacked();
  expect(readFileSync(join(folder, "data/set/given.txt"), "utf8")).toHaveLength(12_000);
  expect(readFileSync(join(folder, "data", LONG), "utf8")).toBe("long");
  expect(readFileSync(join(folder, "data/empty"), "utf8")).toBe("");
  expect(statSync(join(folder, "data/start")).mode & 0o777).toBe(0o755);
});

test("sha256sum accepts the list of checksums", async () => {
  const { folder } = await unpacked();
  expect(
    execFileSync("sha256sum", ["-c", "--quiet", "SHA256SUMS"], { cwd: join(folder, "data"), encoding: "utf8" }),
  ).toBe("");
});
