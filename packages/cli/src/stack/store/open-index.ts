import { join } from "node:path";
import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import { openSqlite } from "../../places/open-sqlite.ts";
import { PRIVATE_FOLDER } from "../../places/private-folder.ts";

/** Opens the stack's index of an output path. Several processes may open it at once. */
export const openIndex = (outputPath: string) =>
  openSqlite(
    join(outputPath, PRIVATE_FOLDER, "index.sqlite"),
    `call medhelm repair -o ${outputPath}, and then medhelm reindex -o ${outputPath}`,
    sqliteIndex,
  );
