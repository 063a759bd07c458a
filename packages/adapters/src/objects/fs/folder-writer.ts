import { readdirSync, renameSync, rmdirSync, rmSync, statSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Clock, Condition, PutResult } from "@medhelm/core/ports";
import { COMPRESSED } from "@medhelm/core/release/pages/compressed";
import { UserError } from "@medhelm/core/user-error";
import { writingTo } from "@medhelm/core/writing-to";
import { makeFolders } from "../../make-folders.ts";
import { isMissingFile } from "../../missing-file.ts";
import { refuseFolder } from "../../refuse-folder.ts";
import { statIfPresent } from "../../stat-if-present.ts";
import { findStored, mayBeCompressed } from "../compressed-file.ts";
import { meetsCondition } from "../condition.ts";
import { RESERVED_SEGMENT } from "../object-key.ts";
import { type FolderLock, folderLock } from "./folder-lock.ts";
import { folderSyncs } from "./folder-syncs.ts";
import { refuseOtherSpelling } from "./other-spelling.ts";
import { removeStale, uploadName } from "./upload-files.ts";
import { etagOf, stamp } from "./version-stamp.ts";

/** An object to write, and the form of its file. */
export interface Target {
  readonly key: string;
  readonly isCompressed: boolean;
}

export interface FolderWriter {
  /** Lets `fill` write an upload file, and moves it to the object's path if the condition allows it. */
  write(target: Target, condition: Condition | undefined, fill: (upload: string) => Promise<void>): Promise<PutResult>;
  remove(key: string, condition: Condition | undefined): "deleted" | "absent" | "refused";
  close(): void;
}

/** Changes the objects of the folder `base`, one at a time for all processes of the machine. It expects checked keys. */
export function folderWriter(
  base: string,
  { clock, fsync }: { readonly clock: Pick<Clock, "nowMs">; readonly fsync: boolean },
): FolderWriter {
  const uploads = join(base, RESERVED_SEGMENT, "uploads");
  const syncFolder = folderSyncs();
  let lock: FolderLock | undefined; // opened by the first write, so that reading needs no write permission
  const prepare = (): FolderLock => {
    makeFolders(uploads);
    removeStale(uploads, Date.now());
    return folderLock(join(base, RESERVED_SEGMENT));
  };
  const locked = <T>(work: () => T): T => (lock ??= prepare()).hold(work);

  const publish = (upload: string, { key, isCompressed }: Target, condition: Condition | undefined): PutResult => {
    const path = join(base, key);
    const current = findStored(base, key);
    if (current === undefined) refuseFolder(path);
    if (!meetsCondition(current && { etag: etagOf(current.stats) }, condition)) return { outcome: "refused" };
    if (current === undefined) makeFolders(dirname(path));
    refuseOtherSpelling(current === undefined ? dirname(path) : current.path, base);
    stamp(upload, current?.stats, clock.nowMs());
    const written = statSync(upload, { bigint: true });
    renameSync(upload, isCompressed ? `${path}${COMPRESSED}` : path);
    if (mayBeCompressed(key)) rmSync(isCompressed ? path : `${path}${COMPRESSED}`, { force: true });
    return { outcome: "written", etag: etagOf(written) };
  };

  return {
    async write(target, condition, fill) {
      lock ??= prepare();
      const upload = join(uploads, uploadName());
      try {
        await writingTo(base, () => fill(upload)); // a user does not know the upload's name
        const result = locked(() => publish(upload, target, condition));
        if (result.outcome === "written") {
          if (fsync) await syncFolder(dirname(join(base, target.key)));
          return result;
        }
      } catch (error) {
        rmSync(upload, { force: true });
        // it is not made again: the lock is in the removed folder, and another process would not see it
        if (isMissingFile(error) && statIfPresent(uploads) === undefined)
          throw new UserError(
            `${base}: this folder was removed or moved while it was written to; run the same command again`,
          );
        throw error;
      }
      rmSync(upload, { force: true });
      return { outcome: "refused" };
    },
    remove(key, condition) {
      if (findStored(base, key) === undefined) return "absent";
      return locked(() => {
        const current = findStored(base, key);
        if (current === undefined) return "absent";
        if (!meetsCondition({ etag: etagOf(current.stats) }, condition)) return "refused";
        unlinkSync(current.path);
        if (mayBeCompressed(key)) rmSync(`${join(base, key)}${COMPRESSED}`, { force: true });
        pruneEmpty(dirname(current.path), base);
        return "deleted";
      });
    },
    close: () => lock?.close(),
  };
}

/** Removes empty folders, because their paths may become keys again. The caller holds the lock, so that no put loses its folder. */
function pruneEmpty(folder: string, base: string): void {
  for (let at = folder; at !== base; at = dirname(at)) {
    if (readdirSync(at).length > 0) return;
    rmdirSync(at);
  }
}
