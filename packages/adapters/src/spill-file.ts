import { randomUUID } from "node:crypto";
import { close, openSync, readSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Spill } from "@medhelm/core/ports";
import { makeFolders } from "./make-folders.ts";

/**
 * A temporary file in `folder`. The first append makes it and removes its name at once. So the system frees its bytes when the process ends, also by
 * a crash, and no patient text stays behind. The folder is on the disk that takes the results, because /tmp is memory on
 * many machines.
 */
export function spillFile(folder: string): Spill {
  let file: number | undefined;
  let end = 0;
  return {
    append(bytes) {
      file ??= openNameless(folder);
      const position = end;
      for (let written = 0; written < bytes.length; )
        written += writeSync(file, bytes, written, bytes.length - written, position + written);
      end += bytes.length;
      return position;
    },
    read(position, length) {
      const bytes = Buffer.allocUnsafe(length);
      for (let done = 0; done < length; ) {
        const count = file === undefined ? 0 : readSync(file, bytes, done, length - done, position + done);
        if (count === 0) throw new Error(`a read of ${length} bytes at ${position} passes the end of the spill file`);
        done += count;
      }
      return bytes;
    },
    close() {
      // the system takes its time to free a large file, and nobody waits for it
      if (file !== undefined) close(file, () => undefined);
      file = undefined;
    },
  };
}

function openNameless(folder: string): number {
  makeFolders(folder);
  const path = join(folder, `spill-${randomUUID()}`);
  const file = openSync(path, "wx+", 0o600);
  rmSync(path);
  return file;
}
