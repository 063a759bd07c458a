import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { byteLength } from "@medhelm/core/run/spec/run-name";
import { UserError } from "@medhelm/core/user-error";
import { keepPrivate } from "./keep-private.ts";
import { makeFolder } from "./make-folder.ts";
import { PRIVATE_FOLDER } from "./private-folder.ts";

/** SQLite opens paths of at most 512 bytes; .medhelm/answers.sqlite-journal needs the rest. */
const MAX_PATH_BYTES = 480;

/**
 * Makes the output folder and its private folder, and checks that runs can be written there. In a private folder all new files are private.
 * @throws UserError that says what to change
 */
export function makeOutputFolder(outputPath: string, flag = "--output-path"): void {
  const bytes = byteLength(resolve(outputPath));
  if (bytes > MAX_PATH_BYTES)
    throw new UserError(
      `${flag}: the full path of the folder has ${bytes} bytes, and SQLite opens files in a folder of at most ${MAX_PATH_BYTES}; name a folder with a shorter path`,
    );
  makeFolder(outputPath, flag);
  keepPrivate(outputPath);
  makeFolder(join(outputPath, PRIVATE_FOLDER), flag);
  requireFolder(join(outputPath, "runs"));
}

/**
 * Checks before the first request that a file is not in the place of a folder.
 * @throws UserError that names the file
 */
export function requireFolder(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats !== undefined && !stats.isDirectory())
    throw new UserError(
      `${path} is a file, but the runs need a folder there; move the file, or name another --output-path`,
    );
}
