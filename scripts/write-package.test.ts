import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { writePackage } from "./write-package.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const Manifest = z.looseObject({ scripts: z.object({ prepublishOnly: z.string() }).optional() });

async function manifestOf(repository: string | undefined) {
  const folder = mkdtempSync(join(tmpdir(), "medhelm-package-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await writePackage(root, folder, [], repository);
  return Manifest.parse(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")));
}

test("a package names the repository that its operator gives", async () => {
  const manifest = await manifestOf("https://git.example/us/medhelm");
  expect(manifest["repository"]).toEqual({ type: "git", url: "git+https://git.example/us/medhelm.git" });
  expect(manifest.scripts).toBeUndefined();
});

test("a package without a repository is not published, and says what to do", async () => {
  const { scripts } = await manifestOf(undefined);
  const { status, stderr } = spawnSync("sh", ["-c", scripts?.prepublishOnly ?? ""], { encoding: "utf8" });
  expect([status, stderr]).toEqual([
    2,
    "medhelm: the package names no repository; pack it with npm run bundle -- cli --repository URL\n",
  ]);
});
