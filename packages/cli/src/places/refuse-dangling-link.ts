import { lstatSync } from "node:fs";
import { isThere } from "@medhelm/adapters/is-there";
import { UserError } from "@medhelm/core/user-error";

/**
 * Refuses a link to nowhere in place of a new folder, which cannot be made through it.
 * @param named the option with the path, which begins the message
 * @throws UserError
 */
export function refuseDanglingLink(path: string, named: string, next: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true && !isThere(path))
    throw new UserError(`${named}: it is a link to a place that does not exist; ${next}`);
}
