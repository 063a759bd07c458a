import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { buildSite } from "./build-site.ts";

test("a report of Node on a fault of the program that builds a site has no environment", async () => {
  const folder = mkdtempSync(join(tmpdir(), "medhelm-reports-"));
  const program = join(folder, "build.mjs");
  writeFileSync(program, 'throw new Error("a fault of this test");\n');
  vi.stubEnv("NODE_OPTIONS", `--report-uncaught-exception --report-directory=${folder}`);
  vi.stubEnv("MEDHELM_API_KEY", "canary-key");
  await expect(buildSite(program, { releaseDir: folder, outDir: folder, base: "/" })).rejects.toThrow(
    "a fault of this",
  );
  const reports = readdirSync(folder).filter((name) => name.startsWith("report."));
  expect(reports.map((name) => readFileSync(join(folder, name), "utf8").includes("canary-key"))).toEqual([false]);
});
