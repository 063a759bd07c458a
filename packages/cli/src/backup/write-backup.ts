import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { isThere } from "@medhelm/adapters/is-there";
import { kindOf } from "@medhelm/adapters/kind-of";
import { makeFolders } from "@medhelm/adapters/make-folders";
import { copyDatabase } from "@medhelm/adapters/sqlite/copy-database";
import type { ObjectStore } from "@medhelm/core/ports";
import { refuseDanglingLink } from "../places/refuse-dangling-link.ts";
import { keys, TOP_FOLDERS } from "@medhelm/core/store/object-keys";
import { UserError } from "@medhelm/core/user-error";
import { writingTo } from "@medhelm/core/writing-to";
import { keepPrivate } from "../places/keep-private.ts";
import { makeFolder } from "../places/make-folder.ts";
import { openFolderReadStore, openFolderStore, openReadStore } from "../places/open-store.ts";
import { readSharedBucket, sharedStore } from "../places/shared-bucket.ts";
import { PRIVATE_FOLDER } from "../places/private-folder.ts";
import { requireStoreFolder } from "../places/require-output-folder.ts";
import { removeAtSignal } from "../terminal/remove-at-signal.ts";
import { backupsFile, noteBackup } from "./known-backups.ts";
import { backupFolder, copyPrivately } from "./backup-folder.ts";
import { type BackupCount, copyInOrder, type OnCopied } from "./copy-in-order.ts";

const ANSWERS = join(PRIVATE_FOLDER, "answers.sqlite");
/** Clients of the restored service keep their token. */
const TOKEN = join(PRIVATE_FOLDER, "api-token");

/**
 * Writes a new folder with the objects, the answers and the token of an output folder, which other processes may be using. The new folder
 * appears when it is complete. It lacks the index, the queues and the jobs, which the next start makes again.
 * @throws UserError if the target is not a new or empty folder; the error of a full disk, with the target's path
 */
export async function writeBackup(outputPath: string, target: string, onCopied: OnCopied): Promise<BackupCount> {
  requireStoreFolder(outputPath);
  const from = resolve(outputPath);
  const to = realPlace(resolve(target));
  refuseTarget(from, to, target);
  keepPrivate(from);
  makeFolder(dirname(to), "the backup's folder");
  const part = mkdtempSync(join(dirname(to), `.${basename(to)}.part-`)); // mode 0700
  const stopRemoving = removeAtSignal(part);
  try {
    noteBackup(from, part); // it has text, and a SIGKILL leaves it behind
    const count = await writingTo(to, () => fill(from, part, onCopied));
    noteBackup(from, to);
    await writingTo(to, () => copyPrivately(backupsFile(from), backupsFile(part))); // the restored service knows its backups, too
    if (existsSync(to)) rmdirSync(to);
    renameSync(part, to);
    return count;
  } finally {
    stopRemoving();
    rmSync(part, { recursive: true, force: true });
  }
}

/** Copies the objects, the answers and the token into a folder. */
async function fill(from: string, part: string, onCopied: OnCopied): Promise<BackupCount> {
  const bucket = readSharedBucket(from)?.bucket;
  const count =
    bucket === undefined
      ? await backupFolder(openReadStore(from), from, part, onCopied)
      : await backupBucket(sharedStore(bucket), from, part, onCopied);
  makeFolders(join(part, PRIVATE_FOLDER), 0o700);
  if (bucket === undefined && existsSync(join(from, ANSWERS))) {
    // after the objects, because an object may count an answer
    copyDatabase(join(from, ANSWERS), join(part, ANSWERS));
    chmodSync(join(part, ANSWERS), 0o600);
  }
  await copyPrivately(join(from, TOKEN), join(part, TOKEN));
  return count;
}

/** Copies the objects and the answers of a bucket, and the sites, which are in the folder. */
async function backupBucket(shared: ObjectStore, from: string, part: string, onCopied: OnCopied): Promise<BackupCount> {
  process.umask(0o077);
  const target = openFolderStore(part);
  const copyOne = async (key: string): Promise<number | undefined> => {
    if (key.startsWith(keys.sharedJobs())) return undefined;
    const found = await shared.get(key);
    if (found !== undefined) await target.put(key, found.body);
    return found?.sizeBytes;
  };
  const copied = await copyInOrder(shared, copyOne, onCopied);
  let { objects, bytes } = copied;
  for await (const { key } of openFolderReadStore(from).list(TOP_FOLDERS.site)) {
    bytes += (await copyPrivately(join(from, key), join(part, key))) ?? 0;
    objects++;
  }
  return { objects, bytes };
}

/** The place behind the links of a path whose last parts may not exist yet. A link to an empty folder stays, and leads to the backup. */
function realPlace(path: string): string {
  if (isThere(path)) return realpathSync(path);
  const parent = dirname(path);
  return parent === path ? path : join(realPlace(parent), basename(path));
}

function refuseTarget(from: string, to: string, given: string): void {
  const inside = relative(realpathSync(from), to);
  if (inside === "" || !(inside === ".." || inside.startsWith(`..${sep}`)))
    throw new UserError(`${given}: a backup cannot lie in the folder that it copies; name a folder outside ${from}`);
  refuseDanglingLink(to, given, "name a new folder");
  const stats = statSync(to, { throwIfNoEntry: false });
  if (stats === undefined) return;
  if (!stats.isDirectory()) throw new UserError(`${given}: it is ${kindOf(stats)}; name a new folder`);
  if (stats.dev !== statSync(dirname(to)).dev)
    throw new UserError(`${given}: a disk is mounted there; name a new folder on it, as in ${join(given, "backup")}`);
  if (readdirSync(to).length > 0)
    throw new UserError(`${given}: this folder is not empty; name a new folder, for example one with the date`);
}
