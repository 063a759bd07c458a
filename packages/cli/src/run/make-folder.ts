import { accessSync, constants, mkdirSync } from "node:fs";
import { errorCode } from "@medhelm/core/error-code";
import { UserError } from "@medhelm/core/user-error";

/** Makes a folder and checks that it is writable. @throws UserError that names the option of the path */
export function makeFolder(path: string, flag: string): void {
  try {
    mkdirSync(path, { recursive: true });
    accessSync(path, constants.W_OK | constants.X_OK);
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

const WHY: Readonly<Record<string, string>> = {
  EEXIST: "it is a file",
  ENOTDIR: "a part of it is a file",
  EACCES: "you have no permission to write there",
  EPERM: "you have no permission to write there",
  EROFS: "the disk is read-only",
};
