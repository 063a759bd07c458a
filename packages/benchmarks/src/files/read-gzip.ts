import { gunzipSync } from "node:zlib";
import type { SourceFile } from "@medhelm/core/run/benchmark";
import { UserError } from "@medhelm/core/user-error";

/** What text shrinks to at most, generously; beyond, the file is made to fill memory. */
const MOST_RATIO = 100;

/**
 * A .gz file -> what it holds, under the same name.
 * @throws UserError where it is damaged, or unpacks to more than it may
 */
export function unpackGzip(file: SourceFile): SourceFile {
  const maxOutputLength = MOST_RATIO * Math.max(file.bytes.length, 1024);
  try {
    return { ...file, bytes: gunzipSync(file.bytes, { maxOutputLength }) };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new UserError(`${file.label}: not a whole gzip file (${why}); copy it again`, { cause });
  }
}
