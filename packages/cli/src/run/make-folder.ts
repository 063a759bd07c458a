import { accessSync, constants, mkdirSync } from "node:fs";
import { errorCode } from "@medhelm/core/error-code";
import { UserError } from "@medhelm/core/user-error";

/** Makes a folder that can be written to. @throws UserError naming the flag that asked for it */
export function makeFolder(path: string, flag: string): void {
  try {
    mkdirSync(path, { recursive: true });
    accessSync(path, constants.W_OK | constants.X_OK);
  } catch (cause) {
    const code = errorCode(cause) ?? String(cause);
    throw new UserError(
      `${flag} ${path}: ${WHY[code] ?? `it cannot be made (${code})`}; name a folder that you may write to`,
      {
        cause,
      },
    );
  }
}

const WHY: Readonly<Record<string, string>> = {
  EEXIST: "it is a file",
  ENOTDIR: "a part of it is a file",
  EACCES: "you may not write there",
  EPERM: "you may not write there",
  EROFS: "the disk is read-only",
};
