import { DISK_REFUSALS } from "@medhelm/core/disk-refusals";
import { SiteError } from "./options.ts";

const REFUSALS: Readonly<Record<string, string>> = DISK_REFUSALS;

/**
 * Runs `work`, which writes below `place`. Node names no file if a write fails, so the place is named.
 * @throws SiteError if the disk takes no more
 */
export async function onDisk<T>(place: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
    const why = REFUSALS[code];
    if (why === undefined) throw error;
    throw new SiteError(`${place}: ${why}; correct this, then run the same command again`, { cause: error });
  }
}
