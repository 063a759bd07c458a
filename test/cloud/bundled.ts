import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleFunctions, bundleWorker } from "../../scripts/bundle.ts";

const MAKERS = { functions: bundleFunctions, worker: bundleWorker } as const;
const conf = fileURLToPath(new URL("../../conf", import.meta.url));

/**
 * The folder of these bundles, which the files of a run share, because a bundle takes seconds of processor time. The tests only read it. It goes
 * with the temporary files of the run.
 */
export async function bundled(...parts: readonly (keyof typeof MAKERS)[]): Promise<string> {
  const folder = join(tmpdir(), "medhelm-bundles");
  await mkdir(folder, { recursive: true });
  for (const part of parts) {
    const target = join(folder, part);
    if (existsSync(target)) continue;
    const stage = await mkdtemp(join(tmpdir(), "medhelm-bundle-"));
    await MAKERS[part]({ out: stage, conf });
    // another worker may have been faster
    await rename(join(stage, part), target).catch((error: unknown) => {
      if (!existsSync(target)) throw error;
    });
  }
  return folder;
}
