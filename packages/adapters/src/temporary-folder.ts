import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DISK_REFUSALS } from "@medhelm/core/disk-refusals";
import { errorCode } from "@medhelm/core/error-code";
import { UserError } from "@medhelm/core/user-error";
import { makeFolders } from "./make-folders.ts";
import { PATH_FAULTS } from "./path-faults.ts";

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
    throw new UserError(
      `TMPDIR ${base}: ${WHY[code] ?? `it takes no files (${code})`}; name a folder in which you can write`,
      { cause },
    );
  }
}

const WHY: Readonly<Record<string, string>> = {
  ENOENT: "this place takes no new files",
  EEXIST: "it is a file",
  ENOTDIR: "a part of it is a file",
  EACCES: "you have no permission to write there",
  EPERM: "you have no permission to write there",
  ...PATH_FAULTS,
  ...DISK_REFUSALS,
};
