import { type FileHandle, open } from "node:fs/promises";
import { COMPRESSED } from "@medhelm/core/release/pages/compressed";
import { isMissingFile } from "../../missing-file.ts";
import { statIfPresent } from "../../stat-if-present.ts";
import { mayBeCompressed } from "../compressed-file.ts";

/** Opens the file of an object, plain or compressed. */
export async function openStored(
  key: string,
  path: string,
): Promise<{ readonly file: FileHandle; readonly isCompressed: boolean } | undefined> {
  const plain = await openFile(path);
  if (plain !== undefined) return { file: plain, isCompressed: false };
  const compressed = mayBeCompressed(key) ? await openFile(`${path}${COMPRESSED}`) : undefined;
  return compressed && { file: compressed, isCompressed: true };
}

/** Undefined also for a folder, and for a pipe, which would wait for its writer. */
async function openFile(path: string): Promise<FileHandle | undefined> {
  if (statIfPresent(path)?.isFile() !== true) return undefined;
  try {
    return await open(path, "r");
  } catch (error) {
    if (isMissingFile(error)) return undefined;
    throw error;
  }
}
