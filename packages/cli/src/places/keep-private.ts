import { statSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

/**
 * Makes the new files of this process private if the output folder is private, for every umask of the shell. medhelm up makes such a folder. If
 * somebody opens it to others later, they still cannot read the files of other commands.
 */
export function keepPrivate(outputPath: string): void {
  const mode = statSync(outputPath, { throwIfNoEntry: false })?.mode;
  if (mode === undefined || (mode & 0o077) !== 0 || !isMainThread) return; // threads have the umask of the process
  process.umask(process.umask() | 0o077);
}
