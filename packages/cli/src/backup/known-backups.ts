import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolders } from "@medhelm/adapters/make-folders";
import { PRIVATE_FOLDER } from "../places/private-folder.ts";

/** The file with the places of a folder's backups. */
export const backupsFile = (outputPath: string): string => join(outputPath, PRIVATE_FOLDER, "backups");

/** Notes where a backup of the folder is, one path a line. A folder that a user copied may lack the private folder. */
export function noteBackup(outputPath: string, path: string): void {
  makeFolders(join(outputPath, PRIVATE_FOLDER));
  appendFileSync(backupsFile(outputPath), `${path}\n`);
}

/** The backups of the folder that still exist at their place. */
export function backupsOf(outputPath: string): string[] {
  const file = backupsFile(outputPath);
  const paths = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  return [...new Set(paths)].filter((path) => path !== "" && existsSync(path));
}
