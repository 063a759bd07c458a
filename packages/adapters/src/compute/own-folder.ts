import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { UserError } from "@medhelm/core/user-error";
import { isDamagedDatabase } from "../sqlite/damaged-database.ts";
import { refuseFolders } from "../sqlite/refuse-folders.ts";

/**
 * Locks the folder of a stack's jobs until the returned function is called; the kernel frees the lock when this process ends. Two owners
 * would treat each other's children as orphans.
 * @throws UserError if another process owns it, or the file of the lock is damaged
 */
export function ownFolder(dir: string): () => void {
  const file = join(dir, "owner.sqlite");
  refuseFolders(file);
  const db = new DatabaseSync(file, { timeout: 200 });
  try {
    db.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    db.close();
    if (isDamagedDatabase(error))
      throw new UserError(
        `${file}: this file is damaged (${error.message}); stop the medhelm processes that use the folder, and call medhelm repair`,
        { cause: error },
      );
    throw new UserError(
      `another medhelm process runs jobs from ${dir}; stop it first, or give this one another folder`,
      { cause: error },
    );
  }
  return () => db.close();
}
