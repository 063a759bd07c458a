import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ownFolder } from "@medhelm/adapters/compute/own-folder";
import { isCopy } from "@medhelm/adapters/objects/copy-objects";
import { v1Folder } from "@medhelm/testing/formats/v1-folder";
import { v1Objects } from "@medhelm/testing/formats/v1-objects";
import { expect, onTestFinished, test, vi } from "vitest";
import { command } from "./migrate.ts";

const RUN = "runs/second/demo_questions:model=baseline_longest-option";

function oldFolder(): string {
  const folder = v1Folder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs the command and returns what it prints. */
async function migrate(folder: string, ...args: readonly string[]): Promise<{ stdout: string; stderr: string }> {
  const texts = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const)
    vi.spyOn(process[stream], "write").mockImplementation((chunk) => {
      texts[stream] += String(chunk);
      return true;
    });
  await command.run(["-o", folder, ...args]);
  vi.restoreAllMocks();
  return texts;
}

test("the runs of a folder are copied into the folders of their generations, and HELM's layout stays as it was", async () => {
  const folder = oldFolder();
  const { stderr } = await migrate(folder);
  expect(stderr).toContain("medhelm: 6 runs moved, 0 had the current format, 0 of other tools or unfinished\n");
  expect(stderr).toContain("medhelm: the store has format 2 now\n");
  const [moved = ""] = globSync(`runs/second/.generations/public/*longest-option/2-*/derived-*/stats.json`, {
    cwd: folder,
  });
  expect(isCopy(folder, moved, `${RUN}/stats.json`)).toBe(true);
  const shown = [...v1Objects()].filter(([key]) => key.startsWith("runs/") && !key.endsWith("/manifest.json"));
  expect(shown.map(([key]) => [key, readFileSync(join(folder, key), "utf8")])).toEqual(shown);
});

test("a dry run prints what would change as JSON, and changes nothing", async () => {
  const folder = oldFolder();
  const { stdout } = await migrate(folder, "--dry-run", "--json");
  expect(JSON.parse(stdout)).toMatchObject({ isDryRun: true, tree: 1, runs: { flat: 6, sealed: 0 }, flatFiles: 0 });
  expect(existsSync(join(folder, "format.json"))).toBe(false);
  expect(existsSync(join(folder, "runs/second/.generations"))).toBe(false);
});

test("a folder whose stack is running is refused", async () => {
  const folder = oldFolder();
  mkdirSync(join(folder, ".medhelm/compute"));
  onTestFinished(ownFolder(join(folder, ".medhelm/compute")));
  await expect(migrate(folder)).rejects.toThrow("another medhelm process runs jobs from");
});

test("a folder that does not exist is refused, and none is made", async () => {
  await expect(command.run(["-o", "/nowhere/out"])).rejects.toThrow("there is no such folder");
});
