import { randomUUID } from "node:crypto";
import {
  type BigIntStats,
  constants,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  unlinkSync,
  utimesSync,
} from "node:fs";
import { copyFile, type FileHandle, open } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Clock, Condition, ObjectHead, ObjectStore, PutResult } from "@medhelm/core/ports";
import { listFolder } from "./fs-list.ts";
import { type FolderLock, folderLock } from "./folder-lock.ts";
import { meetsCondition } from "./condition.ts";
import { type AnyBody, isStream } from "./object-body.ts";
import { checkKey, RESERVED_SEGMENT } from "./object-key.ts";
import { type PresignBase, presignUrl } from "./presigned-url.ts";
import { systemClock } from "../system-clock.ts";

export interface FsStoreOptions {
  /** Gives files their time and the store its now; with a fake one a test lets leases expire. */
  readonly clock?: Pick<Clock, "nowMs">;
  readonly presign?: PresignBase;
  /** Also survive a power cut, at some milliseconds a put. Without it a put survives the death of any process. */
  readonly fsync?: boolean;
}

const STALE_UPLOAD_MS = 3_600_000;

/**
 * A plain folder: a key is the path of its file, so HELM's tools read the tree as it is. Bodies are written aside and renamed
 * into place under a lock that all writers on this machine share; readers need none, an open file stays the version it was.
 * Ours in the folder is `.medhelm/` only (lock, unfinished uploads), which no key can name and no list shows.
 * A key and a longer one below it (`a` and `a/b`) cannot both exist. Links are read through but not listed.
 */
export function fsStore(root: string, options: FsStoreOptions = {}): ObjectStore & { close(): void } {
  const { clock = systemClock, presign, fsync = false } = options;
  const base = resolve(root);
  const uploads = join(base, RESERVED_SEGMENT, "uploads");
  let lock: FolderLock | undefined; // made at the first write: reading needs no permission to write
  const locked = <T>(work: () => T): T => (lock ??= prepare()).hold(work);
  const prepare = () => {
    mkdirSync(uploads, { recursive: true });
    removeStale(uploads, Date.now());
    return folderLock(join(base, RESERVED_SEGMENT));
  };
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
  const headAt = (key: string, path: string): ObjectHead | undefined => {
    const stats = statOf(path);
    return stats?.isFile() === true ? headOf(key, stats) : undefined;
  };

  /** Moves an upload into place, if the condition holds. */
  const publish = (upload: string, path: string, condition: Condition | undefined): PutResult =>
    locked(() => {
      const current = statOf(path);
      if (current?.isFile() === false) throw new Error(`${path} is a folder; it cannot be an object as well.`);
      if (!meetsCondition(current && { etag: etagOf(current) }, condition)) return { outcome: "refused" };
      if (current === undefined) mkdirSync(dirname(path), { recursive: true });
      stamp(upload, current, clock.nowMs());
      const written = statSync(upload, { bigint: true });
      renameSync(upload, path);
      return { outcome: "written", etag: etagOf(written) };
    });
  /** Fills a file of its own with `fill`, publishes it and leaves nothing behind. */
  const write = async (path: string, condition: Condition | undefined, fill: (upload: string) => Promise<void>) => {
    lock ??= prepare();
    const upload = join(uploads, randomUUID());
    try {
      await fill(upload);
      const result = publish(upload, path, condition);
      if (result.outcome === "written") {
        if (fsync) await sync(dirname(path));
        return result;
      }
    } catch (error) {
      rmSync(upload, { force: true });
      throw error;
    }
    rmSync(upload, { force: true });
    return { outcome: "refused" } as const;
  };

  return {
    async get(key) {
      const file = await openFile(pathOf(key));
      if (file === undefined) return undefined;
      try {
        const stats = await file.stat({ bigint: true });
        return stats.isFile() ? { ...headOf(key, stats), body: await file.readFile() } : undefined;
      } finally {
        await file.close();
      }
    },
    async head(key) {
      return headAt(key, pathOf(key));
    },
    async *stream(key, range) {
      const file = await openFile(pathOf(key));
      if (file === undefined) throw new Error(`There is no object ${key}.`);
      const { start = 0, end } = range ?? {};
      // Node's `end` is inclusive. The stream closes the file, also when the reader stops early.
      if (end === undefined || end > start)
        yield* file.createReadStream({ start, ...(end === undefined ? {} : { end: end - 1 }) });
      else await file.close();
    },
    async put(key, body, condition) {
      const path = pathOf(key);
      // Saves writing a body that is refused already; the deciding look is the one under the lock.
      if (condition !== undefined && !meetsCondition(headAt(key, path), condition)) return { outcome: "refused" };
      return write(path, condition, (upload) => writeBody(upload, body, fsync));
    },
    async copy(from, to) {
      const [source, target] = [pathOf(from), pathOf(to)];
      if (headAt(from, source) === undefined) throw new Error(`There is no object ${from}.`);
      await write(target, undefined, (upload) => copyFile(source, upload, constants.COPYFILE_FICLONE));
    },
    async *list(prefix, { after } = {}) {
      for (const key of listFolder(base, prefix, after)) {
        const head = headAt(key, join(base, key)); // undefined: deleted since the folder was read
        if (head !== undefined) yield head;
      }
    },
    async delete(key, condition) {
      const path = pathOf(key);
      if (headAt(key, path) === undefined) return "absent";
      return locked(() => {
        const current = headAt(key, path);
        if (current === undefined) return "absent";
        if (!meetsCondition(current, condition)) return "refused";
        unlinkSync(path);
        pruneEmpty(dirname(path), base);
        return "deleted";
      });
    },
    async presign(key, presignOptions) {
      checkKey(key);
      return presignUrl(presign, key, presignOptions, clock.nowMs());
    },
    close: () => lock?.close(),
  };
}

/**
 * Neither ctime (a backup's hard link or chmod changes it) nor the kernel's own mtime (it moves in steps of up to 4 ms, and an
 * inode number is used again at once) tells two writes apart: `stamp` gives every version of a key a later mtime instead.
 */
const etagOf = (stats: BigIntStats): string =>
  `"${stats.mtimeNs.toString(36)}-${stats.ino.toString(36)}-${stats.size}"`;

/** The latest time that this process gave, so that it gives none twice. */
let lastStamp = 0;

/**
 * Now; where that is not after the old version's time and the last one given here, two microseconds after those (a double's own
 * error at this size is a quarter of one). A time more than a second ahead is not followed: the file came from elsewhere.
 * The random part below the millisecond tells apart what two processes write to a key that is deleted in between.
 */
function stamp(upload: string, current: BigIntStats | undefined, nowMs: number): void {
  const now = nowMs * 1000 + Math.floor(Math.random() * 1000);
  let micros = now;
  for (const earlier of [lastStamp, current === undefined ? 0 : Number(current.mtimeNs / 1000n)])
    if (earlier >= micros && earlier < now + 1_000_000) micros = earlier + 2;
  lastStamp = micros;
  utimesSync(upload, micros / 1e6, micros / 1e6);
}

async function writeBody(path: string, body: AnyBody, fsync: boolean): Promise<void> {
  const file = await open(path, "wx");
  try {
    if (isStream(body)) for await (const chunk of body) await file.writeFile(chunk);
    else await file.writeFile(body);
    if (fsync) await file.sync();
  } finally {
    await file.close();
  }
}

async function sync(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  await handle.sync();
  await handle.close();
}

async function openFile(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, "r");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function statOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** ENOTDIR: a file stands where the key has a folder. */
const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");

/** Object stores know no empty folders, and a key must be free to be a file again. Under the lock, so no put loses its folder. */
function pruneEmpty(folder: string, base: string): void {
  for (let at = folder; at !== base; at = dirname(at)) {
    if (readdirSync(at).length > 0) return;
    rmdirSync(at);
  }
}

/** What a killed process was writing. One that still writes touches its file far more often than hourly. */
function removeStale(uploads: string, nowMs: number): void {
  for (const name of readdirSync(uploads)) {
    const stats = statOf(join(uploads, name));
    if (stats !== undefined && nowMs - Number(stats.mtimeMs) > STALE_UPLOAD_MS)
      rmSync(join(uploads, name), { force: true });
  }
}
