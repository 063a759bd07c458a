import type { Env } from "../env.ts";
import { requireInputFolder } from "../places/require-input-folder.ts";

/**
 * The mirror of the benchmarks' data that the user names, with --data-dir or MEDHELM_DATA. Undefined: none.
 * @throws UserError for a path that is no folder, in which every file would be called missing
 */
export function requireDataDir(given: string | undefined, env: Env): string | undefined {
  const folder = given ?? env["MEDHELM_DATA"];
  if (folder !== undefined)
    requireInputFolder(
      folder,
      `${given === undefined ? "MEDHELM_DATA" : "--data-dir"} ${folder}`,
      "name the folder of the data",
    );
  return folder;
}
