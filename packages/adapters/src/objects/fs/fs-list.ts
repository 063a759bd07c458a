import { readdirSync } from "node:fs";
import { join } from "node:path";
import { COMPRESSED } from "@medhelm/core/release/pages/compressed";
import { isMissingFile } from "../../missing-file.ts";
import { mayBeCompressed } from "../compressed-file.ts";
import { compareKeys, isObjectKey } from "../object-key.ts";

/**
 * Lists the keys of the files below `base` that start with `prefix` and follow `after`, in byte order. It reads only folders that can
 * hold such keys, and omits links, the reserved folder and names that no key can have. It reads each folder synchronously, which on
 * a local disk takes a tenth of the time of asynchronous calls.
 */
export function* listFolder(base: string, prefix: string, after: string | undefined): Generator<string> {
  const start = prefix.slice(0, prefix.lastIndexOf("/") + 1);
  if (start !== "" && !isObjectKey(start.slice(0, -1))) return;
  yield* walk(base, start, prefix, after);
}

/**
 * Lists the folders that start with `prefix`, have no further "/" in their names and hold a key, as `a/b/` and in the order of their keys.
 * @param after only folders after this one, as `a/b/`
 */
export function* listFolders(base: string, prefix: string, after: string | undefined): Generator<string> {
  const start = prefix.slice(0, prefix.lastIndexOf("/") + 1);
  if (start !== "" && !isObjectKey(start.slice(0, -1))) return;
  const wanted = (key: string): boolean =>
    key.endsWith("/") && key.startsWith(prefix) && (after === undefined || compareKeys(key, after) > 0);
  for (const folder of namesIn(base, start, wanted))
    if (walk(base, folder, folder, undefined).next().done !== true) yield folder;
}

function* walk(base: string, folder: string, prefix: string, after: string | undefined): Generator<string> {
  const wanted = (key: string): boolean => {
    // A key with the prefix, or a folder on the path to the prefix.
    if (!key.startsWith(prefix) && !(key.endsWith("/") && prefix.startsWith(key))) return false;
    return after === undefined || compareKeys(key, after) > 0 || (key.endsWith("/") && after.startsWith(key));
  };
  for (const key of namesIn(base, folder, wanted)) {
    if (key.endsWith("/")) yield* walk(base, key, prefix, after);
    else yield key;
  }
}

/** The wanted names in a folder, files as `a/b` and folders as `a/b/`, in the order of their keys: "a-b" before "a/". */
function namesIn(base: string, folder: string, wanted: (key: string) => boolean): string[] {
  const names = new Set<string>();
  for (const entry of entriesOf(join(base, folder))) {
    const path = `${folder}${entry.name}`;
    const key = entry.isDirectory() ? `${path}/` : keyOfFile(path);
    if (wanted(key) && (entry.isDirectory() || entry.isFile()) && isObjectKey(path)) names.add(key);
  }
  return [...names].toSorted(compareKeys);
}

function keyOfFile(path: string): string {
  const plain = path.endsWith(COMPRESSED) ? path.slice(0, -COMPRESSED.length) : path;
  return mayBeCompressed(plain) ? plain : path;
}

function entriesOf(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if (isMissingFile(error)) return []; // another process deleted the folder
    throw error;
  }
}
