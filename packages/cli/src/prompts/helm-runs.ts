import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { requireInputFolder } from "../places/require-input-folder.ts";
import type { Checksum } from "../results/google-bucket.ts";

/** A file of HELM's output. */
export interface HelmFile {
  /** below the place, with "/" */
  readonly path: string;
  readonly sizeBytes: number;
  /** the store's own checksum of the bytes; absent on a disk */
  readonly checksum?: Checksum;
}

/** A folder or a bucket with runs that HELM wrote. */
export interface HelmRuns {
  /** as messages name it */
  readonly label: string;
  list(): AsyncIterable<HelmFile>;
  /** Streams a file. @throws UserError if its bytes differ from the store's checksum */
  open(file: HelmFile): AsyncIterable<Uint8Array>;
}

/** @throws UserError if there is no such folder */
export function localRuns(folder: string): HelmRuns {
  requireInputFolder(folder, folder, "name a folder with HELM's runs");
  return {
    label: folder,
    async *list() {
      for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
        if (!entry.isFile()) continue;
        const path = join(entry.parentPath, entry.name);
        yield {
          path: relative(folder, path).replaceAll("\\", "/"),
          sizeBytes: (await stat(path)).size,
        };
      }
    },
    open: ({ path }) => createReadStream(join(folder, path)),
  };
}
