import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { UserError } from "@medhelm/core/user-error";

/**
 * Locks the folder of a stack's jobs until the returned function is called; the kernel frees the lock when this process ends. Two owners
 * would treat each other's children as orphans.
 * @throws UserError if another process owns it
 */
export function ownFolder(dir: string): () => void {
  const db = new DatabaseSync(join(dir, "owner.sqlite"), { timeout: 200 });
  try {
    db.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    db.close();
    throw new UserError(
      `Another medhelm process runs jobs from ${dir}; stop it first, or give this one another folder.`,
      {
        cause: error,
      },
    );
  }
  return () => db.close();
}
