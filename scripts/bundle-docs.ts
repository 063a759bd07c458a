import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

/** Writes the pages of the documentation into a folder, because Astro is not at the user's side, and its sources are not in the image. */
export async function bundleDocs(root: string, to: string): Promise<void> {
  await promisify(execFile)(process.execPath, [join(root, "web/build-docs.ts"), to]);
}
