import { statSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

/**
 * Makes the new files of this process private if the output folder is, for every umask of the shell: medhelm up makes such a folder, and
 * other commands on it leave nothing in it that another user could read if somebody opened the folder later.
 */
export function keepPrivate(outputPath: string): void {
  const mode = statSync(outputPath, { throwIfNoEntry: false })?.mode;
  if (mode === undefined || (mode & 0o077) !== 0 || !isMainThread) return; // threads have the umask of the process
  process.umask(process.umask() | 0o077);
}
