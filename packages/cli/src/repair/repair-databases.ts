import { join } from "node:path";
import { setAsideIfDamaged } from "@medhelm/adapters/sqlite/damaged-database";
import { PRIVATE_FOLDER } from "../places/private-folder.ts";

/** SQLite files that the next command makes again, without a loss. */
const SCRATCH = ["locks.sqlite", "queues.sqlite", "compute/jobs.sqlite", "compute/owner.sqlite"];
const INDEX = "index.sqlite";

/**
 * Moves damaged SQLite files that can be made again to `<file>.damaged`. No other process may use them.
 * @returns sentences about files that need no more, and about the index, which needs another command
 */
export function repairDatabases(outputPath: string): {
  readonly rebuilt: readonly string[];
  readonly lost: readonly string[];
} {
  const pathOf = (name: string): string => join(outputPath, PRIVATE_FOLDER, name);
  return {
    rebuilt: SCRATCH.map(pathOf)
      .filter(setAsideIfDamaged)
      .map((file) => `${moved(file)}; the next command makes it again`),
    lost: [pathOf(INDEX)]
      .filter(setAsideIfDamaged)
      .map((file) => `${moved(file)}; call medhelm reindex -o ${outputPath}, which makes it again from the objects`),
  };
}

const moved = (file: string): string => `${file} was damaged and is now ${file}.damaged`;
