import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** The bytes of all files in a folder and its folders. */
export const bytesBelow = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
