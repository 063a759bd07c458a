import { UserError } from "@medhelm/core/user-error";
import { statIfPresent } from "./stat-if-present.ts";

/** Neither SQLite nor Node says that a folder is in the place of a file. @throws UserError that names the folder */
export function refuseFolder(file: string): void {
  if (statIfPresent(file)?.isDirectory() !== true) return;
  throw new UserError(`${file}: a folder is in the place of this file; remove it, then run the same command again`);
}
