import { type Dirent, readdirSync, rmdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isMissingFile } from "@medhelm/adapters/missing-file";
import { statIfPresent } from "@medhelm/adapters/stat-if-present";
import { errorCode } from "@medhelm/core/error-code";
import { COMPRESSED } from "@medhelm/core/release/pages/compressed";
import { TOP_FOLDERS } from "@medhelm/core/store/object-keys";

/** Folders with the user's own files or copies, whose names may have any form. */
const OF_ANY_NAME: readonly string[] = [TOP_FOLDERS.inputs, TOP_FOLDERS.data, TOP_FOLDERS.models, TOP_FOLDERS.site];

/** All folders of a store that `repairEntries` can read. */
export const OBJECT_FOLDERS: readonly string[] = Object.values(TOP_FOLDERS).filter((top) => !OF_ANY_NAME.includes(top));

/** The folders whose folders are runs, suites or releases, which a user may have named like a file. */
const OF_NAMED_FOLDERS = /^(?:[^/]+|(?:runs|work)\/[^./][^/]*|runs\/[^/]+\/\.generations\/[^/]+)$/;

interface Entries {
  readonly rebuilt: string[];
  readonly lost: string[];
}

/**
 * Finds entries below these folders of an output folder that are in the place of an object's file, and that a listing of objects therefore omits. It removes empty folders, and
 * names what only the user may remove.
 */
export function repairEntries(outputPath: string, folders: readonly string[]): Entries {
  const found: Entries = { rebuilt: [], lost: [] };
  for (const folder of folders) walk(outputPath, folder.replace(/\/$/, ""), found);
  return found;
}

function walk(root: string, folder: string, found: Entries): void {
  for (const entry of entriesOf(join(root, folder))) {
    const path = `${folder}/${entry.name}`;
    if (entry.isFile()) continue;
    if (!entry.isDirectory()) addSpecial(root, path, found);
    else if (isFileName(path)) addFolder(root, path, found);
    else walk(root, path, found);
  }
}

const isFileName = (path: string): boolean =>
  !OF_NAMED_FOLDERS.test(dirname(path)) && /\.json(?:\.damaged)?$/.test(basename(path, COMPRESSED));

function addFolder(root: string, path: string, { rebuilt, lost }: Entries): void {
  try {
    rmdirSync(join(root, path));
    rebuilt.push(`${path} was an empty folder in the place of a file, and is removed`);
  } catch (error) {
    if (errorCode(error) !== "ENOTEMPTY") throw error;
    lost.push(`${path}: a folder with files is in the place of this file; remove it, and call medhelm repair again`);
  }
}

function addSpecial(root: string, path: string, { lost }: Entries): void {
  const target = targetOf(join(root, path));
  if (target === undefined)
    lost.push(`${path}: it is a link that leads nowhere; connect its disk or remove it, and call medhelm repair again`);
  else if (!target.isFile() && !target.isDirectory())
    lost.push(`${path}: it is neither a file nor a folder; remove it, and call medhelm repair again`);
}

/** Undefined: the link leads nowhere. */
function targetOf(path: string) {
  try {
    return statIfPresent(path);
  } catch (error) {
    if (errorCode(error) === "ELOOP") return undefined;
    throw error;
  }
}

function entriesOf(path: string): readonly Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if (isMissingFile(error)) return [];
    throw error;
  }
}
