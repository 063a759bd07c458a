import { join } from "node:path";
import { setAsideIfDamaged } from "@medhelm/adapters/sqlite/damaged-database";
import { PRIVATE_FOLDER } from "../places/private-folder.ts";
import { setIndexAside } from "../stack/store/open-index.ts";

/** SQLite files that the next command makes again, without a loss. */
const SCRATCH = ["locks.sqlite", "queues.sqlite", "compute/jobs.sqlite", "compute/owner.sqlite"];

/**
 * Moves damaged SQLite files that can be made again to `<file>.damaged`. No other process may use them.
 * @returns a sentence about each
 */
export function repairDatabases(outputPath: string): readonly string[] {
  const scratch = SCRATCH.map((name) => join(outputPath, PRIVATE_FOLDER, name)).filter((file) =>
    setAsideIfDamaged(file),
  );
  const index = setIndexAside(outputPath);
  return [
    ...scratch.map((file) => `${file} was damaged and is now ${file}.damaged; the next command makes it again`),
    ...(index === undefined ? [] : [`${index}; medhelm up and medhelm reindex make it again from the objects`]),
  ];
}
