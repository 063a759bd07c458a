import { errorCode } from "@medhelm/core/error-code";
import { UserError } from "@medhelm/core/user-error";
import { PATH_FAULTS } from "./path-faults.ts";
import { statIfPresent } from "./stat-if-present.ts";

/** Whether a file or folder is there. Unlike existsSync, it says that a missing permission hides the answer. @throws UserError */
export const isThere = (path: string): boolean => statUserPath(path) !== undefined;

/** Undefined: nothing is there. @throws UserError that names the path, if the answer is hidden */
export function statUserPath(path: string): ReturnType<typeof statIfPresent> {
  try {
    return statIfPresent(path);
  } catch (cause) {
    const code = errorCode(cause) ?? "";
    throw new UserError(`${path}: ${WHY[code] ?? `it cannot be read (${code})`}; name another path`, { cause });
  }
}

const WHY: Readonly<Record<string, string>> = {
  EACCES: "you have no permission to read a folder above it",
  ...PATH_FAULTS,
};
