import { isDamagedDatabase } from "@medhelm/adapters/sqlite/damaged-database";
import { UserError } from "@medhelm/core/user-error";

/**
 * Opens a SQLite file of the output folder. `next`: what the user does about a damaged file; it continues the sentence.
 * @throws UserError that names a damaged file
 */
export function openSqlite<T>(file: string, next: string, open: (file: string) => T): T {
  try {
    return open(file);
  } catch (cause) {
    if (!isDamagedDatabase(cause)) throw cause;
    throw new UserError(`${file}: this file is damaged (${cause.message}); ${next}`, { cause });
  }
}
