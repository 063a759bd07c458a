import {
  type BigIntStats,
  constants,
  readdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  unlinkSync,
  utimesSync,
} from "node:fs";
import { copyFile, type FileHandle, open } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { setImmediate } from "node:timers/promises";
import { COMPRESSED } from "@medhelm/core/release/pages/compressed";
import { collect } from "@medhelm/core/run/collect";
import { foldedName } from "@medhelm/core/run/spec/run-name";
import { UserError } from "@medhelm/core/user-error";
import { writingTo } from "@medhelm/core/writing-to";
import type { ByteRange, Clock, Condition, ObjectHead, ObjectStore, PutResult } from "@medhelm/core/ports";
import { listFolder, listFolders } from "./fs-list.ts";
import { type FolderLock, folderLock } from "./folder-lock.ts";
import { makeFolders } from "../make-folders.ts";
import { findStored, mayBeCompressed, plainBytes, plainChunks, plainSize, storedBody } from "./compressed-file.ts";
import { meetsCondition } from "./condition.ts";
import { chunksOf, writeBody } from "./file-body.ts";
import { folderSyncs } from "./folder-syncs.ts";
import { within } from "./object-body.ts";
import { checkKey, noObject, RESERVED_SEGMENT } from "./object-key.ts";
import { type PresignBase, presignUrl } from "./presigned-url.ts";
import { removeStale, uploadName } from "./upload-files.ts";
import { isMissingFile } from "../missing-file.ts";
import { refuseFolder } from "../refuse-folder.ts";
import { statIfPresent } from "../stat-if-present.ts";
import { systemClock } from "../system-clock.ts";

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
  const uploads = join(base, RESERVED_SEGMENT, "uploads");
  const syncFolder = folderSyncs();
  let lock: FolderLock | undefined; // opened by the first write, so that reading needs no write permission
  const locked = <T>(work: () => T): T => (lock ??= prepare()).hold(work);
  const prepare = () => {
    makeFolders(uploads);
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
  const headAt = (key: string): ObjectHead | undefined => {
    const found = findStored(base, key);
    if (found === undefined) return undefined;
    const head = headOf(key, found.stats);
    return found.isCompressed ? { ...head, sizeBytes: plainSize(found.path, head.sizeBytes) } : head;
  };

  /** Moves an upload to the object's path if the condition allows it. */
  const publish = (upload: string, { key, isCompressed }: Target, condition: Condition | undefined): PutResult =>
    locked(() => {
      const path = pathOf(key);
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
    });
  /** Lets `fill` write an upload file and publishes it. Removes the file if it is not published. */
  const write = async (target: Target, condition: Condition | undefined, fill: (upload: string) => Promise<void>) => {
    lock ??= prepare();
    const upload = join(uploads, uploadName());
    try {
      await writingTo(base, () => fill(upload)); // a user does not know the upload's name
      const result = publish(upload, target, condition);
      if (result.outcome === "written") {
        if (fsync) await syncFolder(dirname(pathOf(target.key)));
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
    return { outcome: "refused" } as const;
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
      // An early check saves writing a body that is refused anyway. `publish` checks again under the lock.
      if (condition !== undefined && !meetsCondition(headAt(key), condition)) return { outcome: "refused" };
      const { body: stored, isCompressed } = await storedBody(key, body);
      return write({ key, isCompressed }, condition, (upload) => writeBody(upload, stored, fsync));
    },
    async copy(from, to) {
      checkKey(from);
      checkKey(to);
      const source = findStored(base, from);
      if (source === undefined) throw noObject(from);
      const { path, isCompressed } = source;
      const isUnpacked = isCompressed && !mayBeCompressed(to);
      await write({ key: to, isCompressed: isCompressed && !isUnpacked }, undefined, (upload) =>
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
      if (findStored(base, key) === undefined) return "absent";
      return locked(() => {
        const current = findStored(base, key);
        if (current === undefined) return "absent";
        if (!meetsCondition({ etag: etagOf(current.stats) }, condition)) return "refused";
        unlinkSync(current.path);
        if (mayBeCompressed(key)) rmSync(`${pathOf(key)}${COMPRESSED}`, { force: true });
        pruneEmpty(dirname(current.path), base);
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
 * `stamp` gives every version of a key a later mtime. The kernel's own mtime cannot distinguish two writes, because it advances in
 * steps of up to 4 ms and inode numbers are reused at once. Nor can ctime, because a backup's hard link or a chmod changes it.
 */
const etagOf = (stats: BigIntStats): string =>
  `"${stats.mtimeNs.toString(36)}-${stats.ino.toString(36)}-${stats.size}"`;

/** Unix µs of the latest stamp of this process, so that no stamp is used twice. */
let lastStamp = 0;

/**
 * Sets the mtime to the current time, or to two microseconds after the old version and the last stamp if those are not earlier. (One
 * microsecond could be lost: a double of this size is exact to a quarter of one.) It ignores a time more than a second ahead, because
 * another program wrote that file. The random microseconds distinguish two processes that write a key which is deleted in between.
 */
function stamp(upload: string, current: BigIntStats | undefined, nowMs: number): void {
  const now = nowMs * 1000 + Math.floor(Math.random() * 1000);
  let micros = now;
  for (const earlier of [lastStamp, current === undefined ? 0 : Number(current.mtimeNs / 1000n)])
    if (earlier >= micros && earlier < now + 1_000_000) micros = earlier + 2;
  lastStamp = micros;
  utimesSync(upload, micros / 1e6, micros / 1e6);
}

/**
 * A disk of macOS or Windows has one file for "Demo" and "demo", so that two suites, releases or owners would share their files.
 * @throws UserError if a part of the path has another spelling on the disk; parts before a link do not count
 */
function refuseOtherSpelling(path: string, base: string): void {
  const wanted = relative(base, path).split(sep).toReversed();
  const found = realpathSync.native(path).split(sep);
  for (const name of wanted) {
    const there = found.pop() ?? "";
    if (foldedName(there) !== foldedName(name)) return;
    if (there.normalize("NFC") !== name.normalize("NFC"))
      throw new UserError(
        `${path}: this disk has "${there}" there and does not distinguish capital letters; use another name than "${name}"`,
      );
  }
}

/** An object to write, and the form of its file. */
interface Target {
  readonly key: string;
  readonly isCompressed: boolean;
}

/** Opens the file of an object, plain or compressed. */
async function openStored(
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

/** Removes empty folders, because their paths may become keys again. The caller holds the lock, so that no put loses its folder. */
function pruneEmpty(folder: string, base: string): void {
  for (let at = folder; at !== base; at = dirname(at)) {
    if (readdirSync(at).length > 0) return;
    rmdirSync(at);
  }
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
