import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zstdCompressSync } from "node:zlib";
import { collect } from "@medhelm/core/run/collect";
import { expect, onTestFinished, test } from "vitest";
import { hasRunFile, runFileChunks } from "./run-folder-file.ts";

test("a compressed file of a run folder is there, and read as the plain one", async () => {
  const folder = mkdtempSync(join(tmpdir(), "medhelm-run-folder-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "scenario_state.json");
  expect(hasRunFile(path)).toBe(false);
  writeFileSync(`${path}.zst`, zstdCompressSync("{}"));
  expect([hasRunFile(path), Buffer.concat(await collect(runFileChunks(path))).toString()]).toEqual([true, "{}"]);
  writeFileSync(path, "[]");
  expect(Buffer.concat(await collect(runFileChunks(path))).toString()).toBe("[]");
});
