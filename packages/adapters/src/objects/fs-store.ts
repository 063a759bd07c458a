import { type BigIntStats, constants } from "node:fs";
import { copyFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setImmediate } from "node:timers/promises";
import { collect } from "@medhelm/core/run/collect";
import type { ByteRange, Clock, ObjectHead, ObjectStore } from "@medhelm/core/ports";
import { systemClock } from "../system-clock.ts";
import { findStored, mayBeCompressed, plainBytes, plainChunks, plainSize, storedBody } from "./compressed-file.ts";
import { meetsCondition } from "./condition.ts";
import { chunksOf, writeBody } from "./fs/file-body.ts";
import { folderWriter } from "./fs/folder-writer.ts";
import { listFolder, listFolders } from "./fs/fs-list.ts";
import { openStored } from "./fs/open-stored.ts";
import { etagOf } from "./fs/version-stamp.ts";
import { within } from "./object-body.ts";
import { checkKey, noObject } from "./object-key.ts";
import { type PresignBase, presignUrl } from "./presigned-url.ts";

export interface FsStoreOptions {
  /** Sets the times of files and the store's own time. A test passes a fake clock to let leases expire. */
  readonly clock?: Pick<Clock, "nowMs">;
  readonly presign?: PresignBase;
  /** Makes every put survive a power cut, which costs some milliseconds. Without it a put survives the end of any process. */
  readonly fsync?: boolean;
}

/** Names that a listing reads before it lets other work of this process run. */
const NAMES_PER_TURN = 100;

/**
 * Objects in a plain folder. A key is the path of its file, so HELM's tools can read the tree; large files of runs are compressed (compressed-file.ts). A put writes its body to an upload file
 * and renames it under a lock that all writers on this machine share. Readers need no lock, because an open file keeps its version.
 * The store keeps its lock and unfinished uploads in `.medhelm/`, which no key can name and no list shows.
 * A key and a longer one below it (`a` and `a/b`) cannot both exist. The store reads through links but does not list them.
 */
export function fsStore(root: string, options: FsStoreOptions = {}): ObjectStore & { close(): void } {
  const { clock = systemClock, presign, fsync = false } = options;
  const base = resolve(root);
  const writer = folderWriter(base, { clock, fsync });
  const pathOf = (key: string) => {
    checkKey(key);
    return join(base, key);
  };
  const headOf = (key: string, stats: BigIntStats): ObjectHead => ({
    key,
    sizeBytes: Number(stats.size),
    etag: etagOf(stats),
    lastModifiedMs: Number(stats.mtimeNs / 1_000_000n),
    storeNowMs: clock.nowMs(),
  });
  const headAt = (key: string): ObjectHead | undefined => {
    const found = findStored(base, key);
    if (found === undefined) return undefined;
    const head = headOf(key, found.stats);
    return found.isCompressed ? { ...head, sizeBytes: plainSize(found.path, head.sizeBytes) } : head;
  };

  async function* stream(key: string, range?: ByteRange): AsyncGenerator<Uint8Array> {
    const opened = await openStored(key, pathOf(key));
    if (opened === undefined) throw noObject(key);
    const { file, isCompressed } = opened;
    try {
      if (isCompressed) yield* within(plainChunks(key, chunksOf(file)), range);
      else yield* chunksOf(file, range);
    } finally {
      await file.close();
    }
  }

  return {
    async get(key) {
      const opened = await openStored(key, pathOf(key));
      if (opened === undefined) return undefined;
      const { file, isCompressed } = opened;
      try {
        const stats = await file.stat({ bigint: true });
        const stored = await file.readFile();
        const body = isCompressed ? plainBytes(key, stored) : stored;
        return { ...headOf(key, stats), sizeBytes: body.length, body };
      } finally {
        await file.close();
      }
    },
    async head(key) {
      checkKey(key);
      return headAt(key);
    },
    stream,
    async put(key, body, condition) {
      checkKey(key);
      // An early check saves writing a body that is refused anyway. The writer checks again under its lock.
      if (condition !== undefined && !meetsCondition(headAt(key), condition)) return { outcome: "refused" };
      const { body: stored, isCompressed } = await storedBody(key, body);
      return writer.write({ key, isCompressed }, condition, (upload) => writeBody(upload, stored, fsync));
    },
    async copy(from, to) {
      checkKey(from);
      checkKey(to);
      const source = findStored(base, from);
      if (source === undefined) throw noObject(from);
      const { path, isCompressed } = source;
      const isUnpacked = isCompressed && !mayBeCompressed(to);
      await writer.write({ key: to, isCompressed: isCompressed && !isUnpacked }, undefined, (upload) =>
        isUnpacked ? writeBody(upload, stream(from), fsync) : copyFile(path, upload, constants.COPYFILE_FICLONE),
      );
    },
    async *list(prefix, { after } = {}) {
      for await (const key of withPauses(listFolder(base, prefix, after))) {
        const head = headAt(key); // undefined if the file was deleted after the folder was read
        if (head !== undefined) yield head;
      }
    },
    async folders(prefix, after) {
      const folders = listFolders(base, prefix, after === undefined ? undefined : `${prefix}${after}/`);
      return (await collect(withPauses(folders))).map((folder) => folder.slice(prefix.length, -1));
    },
    async delete(key, condition) {
      checkKey(key);
      return writer.remove(key, condition);
    },
    async presign(key, presignOptions) {
      checkKey(key);
      return presignUrl(presign, key, presignOptions, clock.nowMs());
    },
    close: writer.close,
  };
}

/** Yields names that are read synchronously, with pauses in which the process does other work. */
async function* withPauses(names: Iterable<string>): AsyncGenerator<string, undefined> {
  let read = 0;
  for (const name of names) {
    if (++read % NAMES_PER_TURN === 0) await setImmediate();
    yield name;
  }
  return undefined;
}
