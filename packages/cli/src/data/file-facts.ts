import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { errorCode } from "@medhelm/core/error-code";
import { sha256OfChunks } from "@medhelm/core/store/canonical";

export interface FileFacts {
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** The checksum and the size of a file; undefined if the file does not exist. */
export async function fileFacts(path: string): Promise<FileFacts | undefined> {
  try {
    const { size } = await stat(path);
    return { sha256: await sha256OfChunks(createReadStream(path)), sizeBytes: size };
  } catch (error) {
    if (errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR") return undefined;
    throw error;
  }
}
