import { accessSync, constants, statSync } from "node:fs";
import { errorCode } from "@medhelm/core/error-code";
import { UserError } from "@medhelm/core/user-error";
import { PATH_FAULTS } from "@medhelm/adapters/path-faults";

/**
 * Checks that a folder which a command reads is there and can be read.
 * @param named the option with its value, or the argument, as messages name it
 * @param next what the user does instead
 * @throws UserError that says why it cannot be read
 */
export function requireInputFolder(path: string, named: string, next: string): void {
  const why = whyNoInputFolder(path);
  if (why !== undefined) throw new UserError(`${named}: ${why}; ${next}`);
}

/** Why a folder cannot be read, as a part of a sentence. Undefined: it can. */
export function whyNoInputFolder(path: string): string | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return NO_FOLDER;
    if (!stats.isDirectory()) return "it is not a folder";
    accessSync(path, constants.R_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    const code = errorCode(error) ?? "";
    return WHY[code] ?? `it cannot be read (${code})`;
  }
}

const NO_FOLDER = "there is no such folder";
const WHY: Readonly<Record<string, string>> = {
  ENOENT: NO_FOLDER,
  ENOTDIR: NO_FOLDER,
  EACCES: "you have no permission to read it",
  ...PATH_FAULTS,
};
