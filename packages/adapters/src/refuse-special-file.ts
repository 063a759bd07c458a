import { UserError } from "@medhelm/core/user-error";
import { statUserPath } from "./is-there.ts";
import { kindOf } from "./kind-of.ts";

/**
 * Reading a pipe waits for its writer, and a device may have no end. A file that is not there is left to its reader.
 * @param maxBytes above it, the file is another one than the user means
 * @throws UserError that names the path
 */
export function refuseSpecialFile(path: string, maxBytes: number): void {
  const stats = statUserPath(path);
  if (stats === undefined) return;
  if (!stats.isFile()) throw new UserError(`${path}: it is ${kindOf(stats)}; name a file`);
  if (stats.size > maxBytes)
    throw new UserError(`${path}: it has ${stats.size} bytes, and at most ${maxBytes} are read; name another file`);
}
