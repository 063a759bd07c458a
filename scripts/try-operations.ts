import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { UserError } from "@medhelm/core/user-error";
import { defineCommand } from "medhelm/terminal/define-command";
import { argument } from "medhelm/terminal/option";
import { z } from "zod";
import { runProgram } from "./program/run-program.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const BUNDLES = ["functions", "worker", "site"];

export const command = defineCommand({
  name: "npm run try:operations --",
  description:
    "Try what docs/operate.md describes on the stand-ins of AWS: an upgrade from a commit to the files of this folder, the way back, and a restore. It needs scripts/install-peers.sh, the aws command, and the packages of the commit. It takes 3 to 8 minutes.",
  options: { commit: argument("the version that runs now, e.g. HEAD or a tag", z.string()) },
  async run({ commit }) {
    const { status, stdout } = spawnSync("git", ["rev-parse", "--verify", "--quiet", `${commit}^{commit}`], {
      cwd: root,
      encoding: "utf8",
    });
    if (status !== 0)
      throw new UserError(`there is no commit ${commit} in this repository; git log shows those that are there`);
    const folder = mkdtempSync(join(tmpdir(), "medhelm-older-"));
    try {
      return hasPassed(folder, stdout.trim()) ? 0 : 1;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
});

/** Bundles both versions in the folder, and runs the test of the operations with them. */
function hasPassed(folder: string, commit: string): boolean {
  const older = join(folder, "repository");
  const [olderDist, dist] = [join(folder, "older"), join(folder, "dist")];
  if (!run(root, "git", ["worktree", "add", "--detach", older, commit])) return false;
  try {
    return (
      run(older, "npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"]) &&
      run(older, process.execPath, ["scripts/bundle.ts", "--out", olderDist, ...BUNDLES]) &&
      run(root, process.execPath, ["scripts/bundle.ts", "--out", dist, ...BUNDLES]) &&
      run(root, "npx", ["vitest", "run", "test/cloud/operations.test.ts"], {
        MEDHELM_OLDER: older,
        MEDHELM_OLDER_DIST: olderDist,
        MEDHELM_DIST: dist,
        MEDHELM_REQUIRE_PEERS: "1",
      })
    );
  } finally {
    run(root, "git", ["worktree", "remove", "--force", older]);
  }
}

/** Whether a program ended well. */
function run(
  cwd: string,
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): boolean {
  return spawnSync(program, args, { cwd, env: { ...process.env, ...env }, stdio: "inherit" }).status === 0;
}

if (import.meta.main) await runProgram(command);
