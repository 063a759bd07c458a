/**
 * Tries what docs/operate.md describes on the stand-ins of AWS: an upgrade from COMMIT to the files of this folder, the way back, and a restore:
 * `npm run try:operations -- COMMIT`. It takes some minutes. It needs scripts/install-peers.sh, the `aws` command, and the packages of COMMIT.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "medhelm-older-"));
const older = join(folder, "repository");
const [olderDist, dist] = [join(folder, "older"), join(folder, "dist")];
const bundles = ["functions", "worker", "site"];

/** Whether a program ended well. */
const run = (
  cwd: string,
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): boolean => spawnSync(program, args, { cwd, env: { ...process.env, ...env }, stdio: "inherit" }).status === 0;

const [, , commit] = process.argv;
if (commit === undefined || !run(root, "git", ["worktree", "add", "--detach", older, commit])) {
  process.stderr.write("name the commit of the version that runs now: npm run try:operations -- COMMIT\n");
  process.exitCode = 2;
} else {
  const isDone =
    run(older, "npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"]) &&
    run(older, process.execPath, ["scripts/bundle.ts", "--out", olderDist, ...bundles]) &&
    run(root, process.execPath, ["scripts/bundle.ts", "--out", dist, ...bundles]) &&
    run(root, "npx", ["vitest", "run", "test/cloud/operations.test.ts"], {
      MEDHELM_OLDER: older,
      MEDHELM_OLDER_DIST: olderDist,
      MEDHELM_DIST: dist,
      MEDHELM_REQUIRE_PEERS: "1",
    });
  run(root, "git", ["worktree", "remove", "--force", older]);
  process.exitCode = isDone ? 0 : 1;
}
rmSync(folder, { recursive: true, force: true });
