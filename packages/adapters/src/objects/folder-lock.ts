import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const BUSY_TIMEOUT_MS = 20_000;

export interface FolderLock {
  /** Runs `work`, which must be synchronous and short, while no other process on this machine is inside. */
  hold<T>(work: () => T): T;
  close(): void;
}

/**
 * Mutual exclusion between processes on one machine that a SIGKILL cannot leave locked: an empty SQLite transaction, which is
 * no more than a lock of the operating system on the file, freed by the kernel with the process. (A lock file would have to be
 * judged stale by its age, which is a guess.) Not for folders that several machines mount: use S3 there.
 */
export function folderLock(dir: string): FolderLock {
  mkdirSync(dir, { recursive: true });
  const db = new DatabaseSync(join(dir, "locks.sqlite"), { timeout: BUSY_TIMEOUT_MS });
  const begin = db.prepare("BEGIN IMMEDIATE");
  const end = db.prepare("ROLLBACK"); // there is nothing to commit
  return {
    hold(work) {
      begin.run();
      try {
        return work();
      } finally {
        end.run();
      }
    },
    close: () => db.close(),
  };
}
