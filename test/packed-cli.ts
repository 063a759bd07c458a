import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { tmpdir } from "node:os";
import { bundleCli } from "../scripts/bundle.ts";

/** Inherited by the processes of the tests. */
const VARIABLE = "MEDHELM_PACKED_CLI";

/**
 * Vitest's global setup of the projects that start the command line. It packs the command line as npm publishes it, because such a process starts in
 * half the time of the sources. All projects of a run share the folder, which goes with the run's temporary folder.
 */
export default async function setup(): Promise<void> {
  if (process.env[VARIABLE] !== undefined) return;
  const out = join(tmpdir(), "packed", "dist");
  await bundleCli({ out, conf: fileURLToPath(new URL("../conf", import.meta.url)) });
  process.env[VARIABLE] = join(out, "cli");
}

/** The folder of the packed command line. @throws Error in a project without this setup in vitest.config.ts */
export function packedCli(): string {
  const folder = process.env[VARIABLE];
  if (folder === undefined) throw new Error("vitest.config.ts names no test/packed-cli.ts for this project");
  return folder;
}
