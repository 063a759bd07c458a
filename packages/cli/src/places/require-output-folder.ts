import { existsSync } from "node:fs";
import { join } from "node:path";
import { TOP_FOLDERS } from "@medhelm/core/store/object-keys";
import { UserError } from "@medhelm/core/user-error";
import { PRIVATE_FOLDER } from "./private-folder.ts";
import { requireInputFolder } from "./require-input-folder.ts";

/** Checks that --output-path is a folder, for commands that read runs. @throws UserError */
export function requireOutputFolder(outputPath: string): void {
  requireInputFolder(outputPath, `--output-path ${outputPath}`, NEXT);
}

/**
 * Checks that --output-path has objects of this software, for commands that work on all of them. For another folder they would report no problem.
 * @throws UserError
 */
export function requireStoreFolder(outputPath: string): void {
  requireOutputFolder(outputPath);
  if ([PRIVATE_FOLDER, ...Object.values(TOP_FOLDERS)].some((name) => existsSync(join(outputPath, name)))) return;
  throw new UserError(`--output-path ${outputPath}: there are no runs, releases or ${PRIVATE_FOLDER} in it; ${NEXT}`);
}

const NEXT = "name the folder that medhelm run wrote";
