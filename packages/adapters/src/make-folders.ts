import { mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { errorCode } from "@medhelm/core/error-code";

/**
 * Makes a folder and those above it. It replaces mkdirSync's `recursive`, which never returns where the system answers ENOENT below a
 * folder that exists, as in /proc. `mode`: the permissions of new folders.
 * @throws the error of the system, with its code
 */
export function makeFolders(path: string, mode?: number): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) makeAll(resolve(path), mode);
}

function makeAll(path: string, mode: number | undefined): void {
  if (makeOne(path, mode)) return;
  makeAll(dirname(path), mode);
  if (!makeOne(path, mode)) throw Object.assign(new Error(`${path} cannot be made`), { code: "ENOENT", path });
}

/** Returns false if the folder above does not exist. */
function makeOne(path: string, mode: number | undefined): boolean {
  try {
    mkdirSync(path, mode);
  } catch (error) {
    if (errorCode(error) === "ENOENT" && dirname(path) !== path) return false;
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
  return true;
}
