import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SiteError } from "./options.ts";

/**
 * Makes a folder for the files of one build. It must be in the folder of this program, where the pages find their modules.
 * @throws SiteError if the installation is read-only, as one by an administrator is for other users
 */
export async function makeStage(web: string): Promise<string> {
  try {
    return await mkdtemp(join(web, ".build-"));
  } catch (cause) {
    throw takesNoFiles(web, cause);
  }
}

/**
 * Makes a folder for the files of one build of the packed program, which brings its pages with it.
 * @throws SiteError if the folder for temporary files takes none
 */
export async function makeTemporaryStage(): Promise<string> {
  const base = tmpdir();
  try {
    return await mkdtemp(join(base, "medhelm-site-"));
  } catch (cause) {
    throw new SiteError(
      `TMPDIR ${base}: it takes no files (${codeOf(cause)}). Set TMPDIR to a folder in which you can write.`,
      { cause },
    );
  }
}

/** The error of an installation that is read-only. */
export function takesNoFiles(web: string, cause: unknown): SiteError {
  return new SiteError(
    `medhelm builds its pages in ${web}, which takes no files (${codeOf(cause)}). Install medhelm in a folder in which you can write, and call this command there.`,
    { cause },
  );
}

const codeOf = (cause: unknown): string =>
  cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
