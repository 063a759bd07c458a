import { chmodSync, mkdirSync, mkdtempSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { giveUsualModes } from "./usual-modes.ts";

test("a site has the permissions of new files, not those of the files that were copied into it", async () => {
  const dir = mkdtempSync(join(tmpdir(), "medhelm-modes-"));
  mkdirSync(join(dir, "site"));
  mkdirSync(join(dir, "site/docs"));
  for (const name of ["site/leaderboard.json", "site/docs/page.html", "new"]) writeFileSync(join(dir, name), "text");
  mkdirSync(join(dir, "new-folder"));
  chmodSync(join(dir, "site/leaderboard.json"), 0o600);
  chmodSync(join(dir, "site/docs/page.html"), 0o444);
  chmodSync(join(dir, "site/docs"), 0o555);
  await giveUsualModes(join(dir, "site"));
  const mode = (path: string): number => statSync(join(dir, path)).mode & 0o777;
  expect(["site/leaderboard.json", "site/docs/page.html"].map(mode)).toEqual([mode("new"), mode("new")]);
  expect(mode("site/docs")).toBe(mode("new-folder"));
});
