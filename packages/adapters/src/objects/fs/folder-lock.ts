import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { UserError } from "@medhelm/core/user-error";
import { makeFolders } from "../../make-folders.ts";
import { isDamagedDatabase } from "../../sqlite/damaged-database.ts";
import { refuseFolders } from "../../sqlite/refuse-folders.ts";

const BUSY_TIMEOUT_MS = 20_000;

export interface FolderLock {
  /** Runs `work` while no other process on this machine holds the lock. `work` must be synchronous and short. */
  hold<T>(work: () => T): T;
  close(): void;
}

/**
 * A lock between the processes of one machine that a SIGKILL cannot leave locked. It is an empty SQLite transaction: the operating
 * system locks the file and frees it when the process ends. A plain lock file would need a guess of the age at which it is stale.
 * It does not work for a folder that several machines mount; use S3 there. `hold` throws a UserError if the file is damaged.
 */
export function folderLock(dir: string): FolderLock {
  makeFolders(dir);
  const file = join(dir, "locks.sqlite");
  refuseFolders(file);
  const db = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  const begin = db.prepare("BEGIN IMMEDIATE");
  const end = db.prepare("ROLLBACK"); // the transaction is empty
  return {
    hold(work) {
      try {
        begin.run();
      } catch (cause) {
        if (!isDamagedDatabase(cause)) throw cause;
        // not made again here: another process could still hold the lock of a file that this one deletes
        throw new UserError(
          `${file}: this file is damaged (${cause.message}); stop all medhelm processes that use the folder, and call medhelm repair`,
          { cause },
        );
      }
      try {
        return work();
      } finally {
        end.run();
      }
    },
    close: () => db.close(),
  };
}
