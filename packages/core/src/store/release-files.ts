import type { ObjectStore } from "../ports.ts";
import { ReleaseRecord } from "../release/release-record.ts";
import { keys } from "./object-keys.ts";
import { getToChange } from "./objects.ts";

/** Where the files of a release are. */
export interface ReleaseFiles {
  /** Absent: the release is not built, or HELM made it. */
  readonly record?: ReleaseRecord;
  /** Returns the key of a file, e.g. "leaderboard.json", or of a folder, e.g. "pages/". */
  keyOf(file: string): string;
}

/**
 * Reads the record of a release and returns where the release's files are: in the folder of the attempt that the record names. A
 * release of the command line, of HELM or of format 1 has its files next to the record.
 * @throws UserError if the record is damaged
 */
export async function openRelease(objects: ObjectStore, release: string): Promise<ReleaseFiles> {
  const record = await getToChange(objects, keys.releaseFile(release, "release.json"), ReleaseRecord);
  const folder = record?.folder;
  const isBeside = (file: string): boolean => folder === undefined || file === "release.json";
  return {
    ...(record === undefined ? {} : { record }),
    keyOf: (file) =>
      isBeside(file) ? keys.releaseFile(release, file) : `${keys.releaseAttempt(release, folder ?? "")}${file}`,
  };
}
