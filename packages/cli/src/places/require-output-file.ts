import { accessSync, constants, lstatSync, mkdtempSync, readlinkSync, rmdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { statUserPath } from "@medhelm/adapters/is-there";
import { kindOf } from "@medhelm/adapters/kind-of";
import { UserError } from "@medhelm/core/user-error";
import { requireInputFolder } from "./require-input-folder.ts";

/**
 * Checks, before the work whose result it takes, that a file which the user names can be written. A pipe would wait for its reader, and an archive
 * would replace a device.
 * @param flag the option that names the file
 * @throws UserError
 */
export function requireOutputFile(file: string, flag: string): void {
  const folder = dirname(file);
  requireInputFolder(folder, `${flag} ${file}: the folder ${folder}`, "make the folder first, or name another file");
  const stats = statUserPath(file);
  if (/[/\\]$/.test(file) || stats?.isDirectory() === true)
    throw new UserError(`${flag} ${file}: it is a folder; name a file`);
  if (stats === undefined) requireLinkedFolder(file, flag);
  else if (!stats.isFile()) throw new UserError(`${flag} ${file}: it is ${kindOf(stats)}; name a file`);
  const place = stats === undefined ? folder : file;
  try {
    if (stats === undefined)
      rmdirSync(mkdtempSync(join(folder, ".medhelm-"))); // permissions alone do not show this
    else accessSync(file, constants.W_OK);
  } catch (cause) {
    throw new UserError(`${flag} ${file}: ${place} cannot be written; name another file`, { cause });
  }
}

/** A link may lead to a file that is made through it. */
function requireLinkedFolder(file: string, flag: string): void {
  if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return;
  const folder = dirname(resolve(dirname(file), readlinkSync(file)));
  requireInputFolder(
    folder,
    `${flag} ${file}: ${folder}, where this link leads`,
    "make it first, or name another file",
  );
}
