import { mkdtemp } from "node:fs/promises";
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

/** The error of an installation that is read-only. */
export function takesNoFiles(web: string, cause: unknown): SiteError {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
  return new SiteError(
    `medhelm builds its pages in ${web}, which takes no files (${code}). Install medhelm in a folder in which you can write, and call this command there.`,
    { cause },
  );
}
