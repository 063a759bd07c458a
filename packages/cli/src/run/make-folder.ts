import { mkdirSync, mkdtempSync, rmdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { errorCode } from "@medhelm/core/error-code";
import { UserError } from "@medhelm/core/user-error";

/** Makes a folder and checks that it is writable. @throws UserError that names the option of the path */
export function makeFolder(path: string, flag: string): void {
  try {
    makeAll(resolve(path));
    rmdirSync(mkdtempSync(join(path, ".medhelm-"))); // permissions alone do not show that the file system takes new files
  } catch (cause) {
    const code = errorCode(cause) ?? String(cause);
    throw new UserError(
      `${flag} ${path}: ${WHY[code] ?? `it cannot be made (${code})`}; name a folder in which you can write`,
      {
        cause,
      },
    );
  }
}

/** Not mkdirSync's `recursive`: where the system answers ENOENT below a folder that exists, as in /proc, it never returns. */
function makeAll(path: string): void {
  if (makeOne(path)) return;
  makeAll(dirname(path));
  if (!makeOne(path)) throw Object.assign(new Error(`${path} cannot be made`), { code: "ENOENT" });
}

/** Returns false if the folder above does not exist. */
function makeOne(path: string): boolean {
  try {
    mkdirSync(path);
  } catch (error) {
    if (errorCode(error) === "ENOENT" && dirname(path) !== path) return false;
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
  return true;
}

const WHY: Readonly<Record<string, string>> = {
  EEXIST: "it is a file",
  ENOTDIR: "a part of it is a file",
  EACCES: "you have no permission to write there",
  EPERM: "you have no permission to write there",
  ENOENT: "this place takes no new files",
  EROFS: "the disk is read-only",
};
