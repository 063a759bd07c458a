import { spawnSync } from "node:child_process";

/** Without these, sst first fetches Pulumi and its own bun from GitHub. */
const offline = (root: string) => ({
  SST_SKIP_DEPENDENCY_CHECK: "1",
  SST_TELEMETRY_DISABLED: "1",
  DO_NOT_TRACK: "1",
  SST_BUN_PATH: `${root}node_modules/.bin/bun`,
  SST_STAGE: "test",
  AWS_EC2_METADATA_DISABLED: "true",
});

/**
 * Writes .sst/platform: the sources of sst's components, and with them the types of infra/. Gives what went wrong.
 * @param root the repository, with a "/" at its end
 */
export function unpackSst(root: string): readonly string[] {
  const { status, stdout, stderr, error } = spawnSync(`${root}node_modules/.bin/sst`, ["install"], {
    cwd: root,
    env: { ...process.env, ...offline(root) },
    encoding: "utf8",
  });
  return status === 0 ? [] : [String(error ?? ""), stdout ?? "", stderr ?? ""].filter((text) => text !== "");
}
