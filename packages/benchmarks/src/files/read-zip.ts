import { sha256Hex } from "@medhelm/core/store/canonical";
import { byCodePoint } from "@medhelm/core/text/code-points";
import type { OpenPlace, SourceFile } from "@medhelm/core/run/benchmark";
import { UserError } from "@medhelm/core/user-error";
import { unzipSync } from "fflate";

/** The most bytes to unpack. A published document is far smaller. */
const MOST_BYTES = 256 * 1024 * 1024;
/** The highest compression ratio of real text, with a margin. A higher ratio means that the archive is made to fill memory. */
const MOST_RATIO = 100;

/**
 * Unpacks one entry of a ZIP archive (.docx and .xlsx files are ZIP archives).
 * @throws UserError if the archive is damaged, lacks the entry, or the entry unpacks to too many bytes
 */
export function readZipEntry(file: SourceFile, name: string): Uint8Array {
  const bytes = unpack(file, (entry) => entry === name)[name];
  if (bytes === undefined)
    throw new UserError(`${file.label}: the archive has no ${name}; this is not the file that the benchmark expects`);
  return bytes;
}

/**
 * Opens one folder of an archive as a place. The folder's name ends with "/". `prefix` is left out of the names of the files.
 * @throws UserError if the archive is damaged, the folder is empty, or an entry unpacks to too many bytes
 */
export function zipFolder(file: SourceFile, folder: string, prefix = folder): OpenPlace {
  const entries = unpack(file, (entry) => entry.startsWith(folder) && !entry.endsWith("/"));
  const names = Object.keys(entries).map((entry) => entry.slice(prefix.length));
  if (names.length === 0)
    throw new UserError(
      `${file.label}: the archive has no files in ${folder}; this is not the file that the benchmark expects`,
    );
  return {
    label: `${file.label}, ${folder}`,
    list: async () => names.toSorted(byCodePoint),
    read: async (name = "") => {
      const bytes = Object.hasOwn(entries, prefix + name) ? entries[prefix + name] : undefined;
      return bytes && { label: `${file.label}, ${prefix}${name}`, bytes, sha256: sha256Hex(bytes) };
    },
  };
}

function unpack(file: SourceFile, isWanted: (entry: string) => boolean): Record<string, Uint8Array> {
  let total = 0;
  try {
    return unzipSync(file.bytes, {
      filter: (entry) => {
        // no file is written here, but entry names become labels and paths within a place
        if (/(?:^|[/\\])\.\.(?:[/\\]|$)|^[/\\]|^[A-Za-z]:/.test(entry.name))
          throw new UserError(
            `${file.label}: its entry ${JSON.stringify(entry.name)} unpacks outside its folder: this is not the published file`,
          );
        if (!isWanted(entry.name)) return false;
        total += entry.originalSize;
        if (total > MOST_BYTES || entry.originalSize > MOST_RATIO * Math.max(entry.size, 1024))
          throw new UserError(
            `${file.label}: ${entry.name} unpacks to ${entry.originalSize} bytes, out of ${entry.size}: this is not the published file`,
          );
        return true;
      },
    });
  } catch (cause) {
    if (cause instanceof UserError) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new UserError(`${file.label}: not a complete ZIP archive (${why}); fetch the file again`, { cause });
  }
}

/** Returns the entry as a file. Its label also names the archive. */
export const unzipped = (file: SourceFile, name: string): SourceFile => ({
  ...file,
  label: `${file.label}, ${name}`,
  bytes: readZipEntry(file, name),
});
