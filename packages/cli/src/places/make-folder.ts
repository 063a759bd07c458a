import { existsSync, mkdtempSync, rmdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { kindOf } from "@medhelm/adapters/kind-of";
import { statIfPresent } from "@medhelm/adapters/stat-if-present";
import { makeFolders } from "@medhelm/adapters/make-folders";
import { errorCode } from "@medhelm/core/error-code";
import { exitCodes } from "@medhelm/core/exit-codes";
import { UserError } from "@medhelm/core/user-error";
import { FOLDER_FAULTS } from "@medhelm/adapters/path-faults";

/**
 * Makes a folder and checks that it is writable. `mode`: the permissions of new folders. If the command then fails, the new folders that are empty do not stay.
 * @throws UserError that names the option or variable of the path
 */
export function makeFolder(path: string, flag: string, mode?: number): void {
  if (ADDRESS.test(path))
    throw new UserError(`${flag} ${path}: it is an address, not a folder; name a folder of this machine`);
  removeIfEmptyAtFailure(absentFolders(resolve(path)));
  try {
    makeFolders(path, mode);
    rmdirSync(mkdtempSync(join(path, ".medhelm-"))); // permissions alone do not show that the file system takes new files
  } catch (cause) {
    const code = errorCode(cause) ?? String(cause);
    const why = code === "EEXIST" ? whatIsThere(path) : (FOLDER_FAULTS[code] ?? `it cannot be made (${code})`);
    throw new UserError(`${flag} ${path}: ${why}; name a folder in which you can write`, { cause });
  }
}

/** The folder and those above it that are not there, the lowest first. */
function absentFolders(path: string): readonly string[] {
  if (existsSync(path) || dirname(path) === path) return [];
  return [path, ...absentFolders(dirname(path))];
}

const made: string[] = [];

function removeIfEmptyAtFailure(folders: readonly string[]): void {
  if (made.length === 0 && folders.length > 0)
    process.once("exit", (code) => {
      if (code !== exitCodes.success) for (const folder of made.toReversed()) removeEmpty(folder);
    });
  made.push(...folders.toReversed());
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // it has files, or is gone
  }
}

/** "s3://bucket" would become a folder "s3:". */
const ADDRESS = /^[a-z][a-z\d+.-]+:\/\//i;

function whatIsThere(path: string): string {
  const stats = statIfPresent(path.replace(/[/\\]+$/, "")); // of "file/", too
  if (stats === undefined) return "it leads through a link to a place that does not exist";
  return `it is ${kindOf(stats)}`;
}
