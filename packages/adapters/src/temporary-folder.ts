import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errorCode } from "@medhelm/core/error-code";
import { UserError } from "@medhelm/core/user-error";
import { makeFolders } from "./make-folders.ts";
import { FOLDER_FAULTS } from "./path-faults.ts";

/**
 * Makes a folder for files that end with this process, in the folder of TMPDIR, which it makes if it is missing. `purpose`: a word of its name. The caller removes it.
 * @throws UserError if the folder of TMPDIR takes no folders
 */
export async function temporaryFolder(purpose: string): Promise<string> {
  const base = tmpdir();
  try {
    makeFolders(base);
    return await mkdtemp(join(base, `medhelm-${purpose}-`));
  } catch (cause) {
    const code = errorCode(cause) ?? String(cause);
    const why = code === "EEXIST" ? "it is a file" : (FOLDER_FAULTS[code] ?? `it takes no files (${code})`);
    throw new UserError(`TMPDIR ${base}: ${why}; name a folder in which you can write`, { cause });
  }
}
