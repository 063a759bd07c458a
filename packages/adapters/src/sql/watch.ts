import { rmSync, writeSync } from "node:fs";

/** SQLite may hold the main thread for as long as a query runs, so this thread looks this often. */
const INTERVAL_MS = 100;

export interface Watched {
  readonly parentPid: number;
  readonly maxRssBytes: number;
  /** a folder that the parent cannot remove after it was killed */
  readonly folder: string;
}

/**
 * Ends this process when its parent has ended, because nobody else stops a query without an end. It also ends it at too much memory, because only
 * Linux limits that. Runs in a thread of its own.
 */
export function watch({ parentPid, maxRssBytes, folder }: Watched): void {
  setInterval(() => {
    if (!isAlive(parentPid)) {
      rmSync(folder, { recursive: true, force: true });
      process.kill(process.pid, "SIGKILL");
    }
    if (process.memoryUsage.rss() > maxRssBytes) {
      writeSync(2, "Error: allocation failed\n");
      process.kill(process.pid, "SIGKILL");
    }
  }, INTERVAL_MS);
}

/** On POSIX an orphan gets another parent. Windows keeps the number of the parent that has ended. */
function isAlive(parentPid: number): boolean {
  if (process.platform !== "win32") return process.ppid === parentPid;
  try {
    return process.kill(parentPid, 0);
  } catch {
    return false;
  }
}
