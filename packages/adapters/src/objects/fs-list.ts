import { readdirSync } from "node:fs";
import { join } from "node:path";
import { isMissingFile } from "../missing-file.ts";
import { compareKeys, isObjectKey } from "./object-key.ts";

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

function* walk(base: string, folder: string, prefix: string, after: string | undefined): Generator<string> {
  for (const key of namesIn(base, folder)) {
    // Keep a key with the prefix, and a folder on the path to the prefix.
    if (!key.startsWith(prefix) && !(key.endsWith("/") && prefix.startsWith(key))) continue;
    const isPast = after !== undefined && compareKeys(key, after) <= 0;
    if (!key.endsWith("/")) {
      if (!isPast) yield key;
    } else if (!isPast || after.startsWith(key)) yield* walk(base, key, prefix, after);
  }
}

/** The names in a folder, files as `a/b` and folders as `a/b/`, in the order of their keys: "a-b" before "a/". */
function namesIn(base: string, folder: string): string[] {
  const names: string[] = [];
  for (const entry of entriesOf(join(base, folder))) {
    const key = `${folder}${entry.name}`;
    if (!isObjectKey(key)) continue;
    if (entry.isDirectory()) names.push(`${key}/`);
    else if (entry.isFile()) names.push(key);
  }
  return names.toSorted(compareKeys);
}

function entriesOf(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if (isMissingFile(error)) return []; // another process deleted the folder
    throw error;
  }
}
