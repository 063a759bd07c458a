import { chmod, readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/**
 * Sets the permissions of new files in a built site. Files that are copied into it have those of their source: a package that all users read,
 * or an output folder that only its owner reads.
 */
export async function giveUsualModes(folder: string): Promise<void> {
  const [forFiles, forFolders] = [0o666 & ~process.umask(), 0o777 & ~process.umask()];
  await giveMode(folder, forFolders);
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await giveUsualModes(join(folder, entry.name));
    else await giveMode(join(folder, entry.name), forFiles);
}

async function giveMode(path: string, mode: number): Promise<void> {
  if (((await stat(path)).mode & 0o777) !== mode) await chmod(path, mode);
}
