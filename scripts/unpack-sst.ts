import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

const BIN = "infra/node_modules/.bin";

/** Without these variables, sst first downloads Pulumi and its own bun from GitHub. */
const offline = (root: string) => ({
  SST_SKIP_DEPENDENCY_CHECK: "1",
  SST_TELEMETRY_DISABLED: "1",
  DO_NOT_TRACK: "1",
  SST_BUN_PATH: join(root, BIN, "bun"),
  SST_STAGE: "test",
  AWS_EC2_METADATA_DISABLED: "true",
});

/**
 * Says why sst cannot run; undefined if it is installed.
 * @param root folder of the repository
 */
export const whyNoSst = (root: string): string | undefined =>
  existsSync(join(root, BIN, "sst"))
    ? undefined
    : "sst is not installed, because npm ci leaves it out: run npm run infra:install";

/**
 * Writes .sst/platform: the sources of sst's components, which also hold the types that infra/ needs.
 * @param root folder of the repository
 * @returns the errors of `sst install`; an empty list on success
 */
export function unpackSst(root: string): readonly string[] {
  const missing = whyNoSst(root);
  if (missing !== undefined) return [missing];
  const { status, stdout, stderr, error } = spawnSync(join(root, BIN, "sst"), ["install"], {
    cwd: root,
    env: { ...process.env, ...offline(root) },
    encoding: "utf8",
  });
  return status === 0 ? [] : [String(error ?? ""), stdout ?? "", stderr ?? ""].filter((text) => text !== "");
}
