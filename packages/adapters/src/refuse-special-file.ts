import { UserError } from "@medhelm/core/user-error";
import { errorCode } from "@medhelm/core/error-code";
import { statIfPresent } from "./stat-if-present.ts";

/**
 * Reading a pipe waits for its writer, and a device may have no end. A file that is not there is left to its reader.
 * @param maxBytes above it, the file is another one than the user means
 * @throws UserError that names the path
 */
export function refuseSpecialFile(path: string, maxBytes: number): void {
  const stats = statOf(path);
  if (stats === undefined) return;
  if (stats.isDirectory()) throw new UserError(`${path}: it is a folder; name a file`);
  if (!stats.isFile()) throw new UserError(`${path}: it is a pipe, a socket or a device; name a file`);
  if (stats.size > maxBytes)
    throw new UserError(`${path}: it has ${stats.size} bytes, and at most ${maxBytes} are read; name another file`);
}

/** Whether a file or folder is there. Unlike existsSync, it says that a missing permission hides the answer. @throws UserError */
export const isThere = (path: string): boolean => statOf(path) !== undefined;

function statOf(path: string): ReturnType<typeof statIfPresent> {
  try {
    return statIfPresent(path);
  } catch (cause) {
    const code = errorCode(cause) ?? "";
    throw new UserError(`${path}: ${WHY[code] ?? `it cannot be read (${code})`}; name another path`, { cause });
  }
}

const WHY: Readonly<Record<string, string>> = {
  EACCES: "you have no permission to read a folder above it",
  ELOOP: "it is a link that leads back to itself",
  ENAMETOOLONG: "its name is longer than this disk allows",
};
