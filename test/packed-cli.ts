import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleCli } from "../scripts/bundle.ts";

/** Inherited by the processes of the tests. */
const VARIABLE = "MEDHELM_PACKED_CLI";

/**
 * Vitest's global setup of the projects that start the command line. It packs the command line as npm publishes it, because such a process starts in
 * half the time of the sources. All projects of a run share the folder, which goes at the end of the run.
 */
export default async function setup(): Promise<(() => void) | undefined> {
  if (process.env[VARIABLE] !== undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "medhelm-packed-"));
  const out = join(folder, "dist");
  await bundleCli({ out, conf: fileURLToPath(new URL("../conf", import.meta.url)) });
  process.env[VARIABLE] = join(out, "cli");
  return () => rmSync(folder, { recursive: true, force: true });
}

/** The folder of the packed command line. @throws Error in a project without this setup in vitest.config.ts */
export function packedCli(): string {
  const folder = process.env[VARIABLE];
  if (folder === undefined) throw new Error("vitest.config.ts names no test/packed-cli.ts for this project");
  return folder;
}
