import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { v1Folder } from "@medhelm/testing/formats/v1-folder";
import { v1Objects } from "@medhelm/testing/formats/v1-objects";
import { describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import type { Outcome } from "./cli.ts";
import { cliHere } from "./cli-here.ts";

const Table = z.array(z.looseObject({ header: z.unknown(), rows: z.unknown() }));
const OLD = v1Objects();
const AGAIN = ["run", "-r", "demo_notes:model=baseline/lead-sentences", "--suite", "first", "-m"];

const tables = (text: string | undefined) =>
  Table.parse(JSON.parse(text ?? "")).map(({ header, rows }) => ({ header, rows }));

describe.each([
  ["read as it is", []],
  ["upgraded", [["migrate"]]],
])("an earlier version's folder, %s", (_what, before) => {
  /** Runs a command on the folder. */
  async function onFolder(...args: readonly string[]): Promise<Outcome & { readonly cwd: string }> {
    const cwd = v1Folder();
    onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
    for (const first of before)
      expect(await cliHere("medhelm", [...first, "-o", "."], { cwd })).toMatchObject({ code: 0 });
    return { ...(await cliHere("medhelm", [...args, "-o", "."], { cwd })), cwd };
  }

  test("gives the same tables", async () => {
    const { cwd } = await onFolder("summarize", "--suite", "first", "--profile", "corrected");
    for (const group of ["demo_notes", "demo_questions"])
      expect(tables(readFileSync(join(cwd, `runs/first/groups/${group}.json`), "utf8"))).toEqual(
        tables(OLD.get(`releases/v1/groups/${group}.json`)),
      );
  });

  test("has complete runs, and nothing is asked", async () => {
    const { code, stderr } = await onFolder(...AGAIN, "2");
    expect(code).toBe(0);
    expect(stderr).toContain("was complete, nothing asked; 2 instances, 2 of 2 verdicts scored");
  });

  test("has a run that more instances reopen", async () => {
    const { code, stderr } = await onFolder(...AGAIN, "3");
    expect(code).toBe(0);
    expect(stderr).toContain("changed since the last run: max eval instances (2 -> 3)");
  });

  test("has prompts that inspect prints", async () => {
    const { stdout } = await onFolder("inspect", "demo_notes:model=baseline_lead-sentences", "--suite", "first");
    expect(stdout).toContain("== id8: ");
  });
});

const RUN = "demo_notes:model=baseline_lead-sentences";
const MANIFEST = `runs/first/${RUN}/manifest.json`;
test.each([
  [[...AGAIN, "2"], MANIFEST],
  [[...AGAIN, "3"], `work/first/${RUN}/identity.json`],
  [[...AGAIN, "3"], `work/first/${RUN}/lease.json`],
  [["inspect", RUN, "--suite", "first"], `runs/first/${RUN}/pages/index.json`],
  [["server", "--release", "v1"], "releases/v1/leaderboard.json"],
  [["migrate"], MANIFEST],
])("medhelm %s refuses a newer %s in one sentence", async (args, key) => {
  const cwd = v1Folder();
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  const old = OLD.get(key) ?? "";
  const newer = old.replace('"formatVersion":1', '"formatVersion":99');
  writeFileSync(join(cwd, key), newer);
  const manifest = readFileSync(join(cwd, MANIFEST), "utf8");
  writeFileSync(join(cwd, MANIFEST), manifest.replace(sha256Hex(old), sha256Hex(newer))); // as the newer version seals it
  const { code, stdout, stderr } = await cliHere("medhelm", [...args, "-o", "."], { cwd });
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(new RegExp(`^medhelm: .*${key}: this object has format 99, .*; upgrade medhelm$`, "m"));
  expect(stderr).not.toContain("    at ");
});

test("medhelm summarize leaves out a run with a newer manifest, and names it", async () => {
  const cwd = v1Folder();
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  writeFileSync(join(cwd, MANIFEST), (OLD.get(MANIFEST) ?? "").replace('"formatVersion":1', '"formatVersion":99'));
  const { code, stderr } = await cliHere("medhelm", ["summarize", "--suite", "first", "-o", "."], { cwd });
  expect(code).toBe(0);
  expect(stderr).toMatch(new RegExp(`${RUN}.*its manifest.json has a newer format; upgrade medhelm`));
});
