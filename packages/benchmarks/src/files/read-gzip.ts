import { gunzipSync } from "node:zlib";
import type { SourceFile } from "@medhelm/core/run/benchmark";
import { UserError } from "@medhelm/core/user-error";

/** The highest compression ratio of real text, with a margin. A higher ratio means that the file is made to fill memory. */
const MOST_RATIO = 100;

/**
 * Unpacks a .gz file under the same name.
 * @throws UserError if the file is damaged or unpacks to too many bytes
 */
export function unpackGzip(file: SourceFile): SourceFile {
  const maxOutputLength = MOST_RATIO * Math.max(file.bytes.length, 1024);
  try {
    return { ...file, bytes: gunzipSync(file.bytes, { maxOutputLength }) };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new UserError(`${file.label}: not a complete gzip file (${why}); copy it again`, { cause });
  }
}
