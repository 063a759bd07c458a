import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
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
  linkPrograms(join(out, "cli"));
  process.env[VARIABLE] = join(out, "cli");
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Makes a folder of programs for the PATH, as npm does for an installed package. */
function linkPrograms(cli: string): void {
  const { bin } = z
    .object({ bin: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(join(cli, "package.json"), "utf8")));
  mkdirSync(join(cli, "../bin"));
  for (const [name, file] of Object.entries(bin)) {
    chmodSync(join(cli, file), 0o755);
    symlinkSync(join(cli, file), join(cli, "../bin", name));
  }
}

/** The folder of the packed programs, for the PATH. */
export const packedPrograms = (): string => join(packedCli(), "../bin");

/** The folder of the packed command line. @throws Error in a project without this setup in vitest.config.ts */
export function packedCli(): string {
  const folder = process.env[VARIABLE];
  if (folder === undefined) throw new Error("vitest.config.ts names no test/packed-cli.ts for this project");
  return folder;
}
