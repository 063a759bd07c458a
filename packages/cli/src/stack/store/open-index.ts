import { join } from "node:path";
import { hasAllRows } from "@medhelm/adapters/index/index-tally";
import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import { setAsideIfDamaged } from "@medhelm/adapters/sqlite/damaged-database";
import { openSqlite } from "../../places/open-sqlite.ts";
import { PRIVATE_FOLDER } from "../../places/private-folder.ts";

const indexFile = (outputPath: string): string => join(outputPath, PRIVATE_FOLDER, "index.sqlite");

/** Opens the stack's index of an output path. Several processes may open it at once. */
export const openIndex = (outputPath: string) =>
  openSqlite(
    indexFile(outputPath),
    `call medhelm reindex -o ${outputPath}, which makes it again from the objects`,
    sqliteIndex,
  );

/**
 * Moves an index that is damaged, or whose rows are not those that were written, to `<file>.damaged`. The next build of the index makes all of it again from
 * the objects: no part of it can be trusted to be whole, such as an account without one of its reservations. Only for a process that owns the folder.
 * @returns a sentence; undefined: the index is whole
 */
export function setIndexAside(outputPath: string): string | undefined {
  const file = indexFile(outputPath);
  if (!setAsideIfDamaged(file, hasAllRows)) return undefined;
  return `${file} was damaged or had lost rows, and is now ${file}.damaged`;
}
