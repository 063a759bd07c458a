import { accessSync, constants, statSync } from "node:fs";
import { dirname } from "node:path";
import { UserError } from "@medhelm/core/user-error";
import { requireInputFolder } from "./require-input-folder.ts";

/**
 * Checks, before the work whose result it takes, that a file which the user names can be written.
 * @param flag the option that names the file
 * @throws UserError
 */
export function requireOutputFile(file: string, flag: string): void {
  const folder = dirname(file);
  requireInputFolder(folder, `${flag} ${file}: the folder ${folder}`, "make the folder first, or name another file");
  if (/[/\\]$/.test(file) || statSync(file, { throwIfNoEntry: false })?.isDirectory() === true)
    throw new UserError(`${flag} ${file}: it is a folder; name a file`);
  const place = statSync(file, { throwIfNoEntry: false }) === undefined ? folder : file;
  try {
    accessSync(place, constants.W_OK);
  } catch (cause) {
    throw new UserError(`${flag} ${file}: ${place} cannot be written; name another file`, { cause });
  }
}
