import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readLeaderboard } from "./read-leaderboard.ts";

const model = (name: string) => ({
  name,
  displayName: name,
  organization: "",
  access: "open",
  description: "",
  isBaseline: false,
});

/** The folder of a release without runs. */
function release(models: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "medhelm-read-leaderboard-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const empty = { formatVersion: 1, name: "r", kind: "release", date: "2026-11-23", profile: "corrected" };
  const lists = { suites: ["s", "judges-check"], groups: [], tables: [], runs: [], notices: [] };
  const content = { ...empty, ...lists, schema: "packaged", rootGroup: "all", models: models.map(model) };
  writeFileSync(join(folder, "leaderboard.json"), JSON.stringify(content));
  return folder;
}

test("a release of an earlier version that ranks altered references as models is refused with the command that makes it again", async () => {
  await expect(readLeaderboard(release(["a/one", "altered/gold"]))).rejects.toThrow(
    "ranks the altered references of `medhelm judges check` as models, because an earlier version of MedHELM made it. Make it again: medhelm summarize --release r --suites s judges-check",
  );
});

test("a release of a check alone has the altered references as its models", async () => {
  expect((await readLeaderboard(release(["altered/gold", "altered/empty"]))).models).toHaveLength(2);
});
