import { existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { TOP_FOLDERS } from "@medhelm/core/store/object-keys";
import { fsStore } from "@medhelm/adapters/objects/fs-store";
import type { PresignBase } from "@medhelm/adapters/objects/presigned-url";
import { routedStore } from "@medhelm/adapters/objects/routed-store";
import { statUserPath } from "@medhelm/adapters/is-there";
import { sqliteStore } from "@medhelm/adapters/objects/sqlite-store";
import type { ObjectStore } from "@medhelm/core/ports";
import { makeFolder } from "./make-folder.ts";
import { makeOutputFolder } from "./make-output-folder.ts";
import { openSqlite } from "./open-sqlite.ts";
import { answerFiles } from "./answer-files.ts";
import { readSharedBucket, sharedStore } from "./shared-bucket.ts";

const DAMAGED_ANSWERS = "call medhelm repair, which keeps its readable answers, and run the same command again";

/**
 * Opens the object tree of an output path for a command that only reads, without the answers. It makes no folder and no file.
 * @throws UserError if there is a file in the place of the folder, or the path hides what is there
 */
export function openReadStore(outputPath: string): ObjectStore {
  if (statUserPath(outputPath)?.isDirectory() === false || isBelowFile(outputPath))
    makeFolder(outputPath, "--output-path"); // throws
  const shared = readSharedBucket(outputPath);
  return shared === undefined ? openFolderReadStore(outputPath) : withSites(outputPath, sharedStore(shared.bucket));
}

/** The folder's own objects, although a bucket may have those of the output path. */
export const openFolderReadStore = (outputPath: string): ObjectStore => fsStore(outputPath);

/** The stack serves sites from the folder, also if a bucket has the other objects. */
const withSites = (outputPath: string, shared: ObjectStore): ObjectStore =>
  routedStore(shared, { [TOP_FOLDERS.site]: fsStore(outputPath) });

function isBelowFile(path: string): boolean {
  const parent = dirname(resolve(path));
  return existsSync(parent) ? !statSync(parent).isDirectory() : dirname(parent) !== parent && isBelowFile(parent);
}

interface OpenOptions {
  readonly presign?: PresignBase;
  /** False: a power cut may lose the last writes. For thousands of files that a command can make again. */
  readonly fsync?: boolean;
  /** The option that names the folder. Default: --output-path. */
  readonly flag?: string;
}

/** Opens the object tree of an output path: its folder, or the bucket that several machines share. */
export function openStore(outputPath: string, options: OpenOptions = {}): ObjectStore {
  const shared = readSharedBucket(outputPath);
  if (shared === undefined) return openFolderStore(outputPath, options);
  makeOutputFolder(outputPath, options.flag);
  return withSites(outputPath, sharedStore(shared.bucket, options.presign));
}

/**
 * Opens the object tree of a folder, which HELM's tools can read, and one SQLite file for the many small answers. Files
 * survive a power cut: otherwise an empty lease or manifest would stop a run for ever.
 */
export function openFolderStore(outputPath: string, options: OpenOptions = {}): ObjectStore {
  makeOutputFolder(outputPath, options.flag);
  const folder = fsStore(outputPath, { fsync: true, ...options });
  const { file, markFile } = answerFiles(outputPath);
  const answers = openSqlite(file, DAMAGED_ANSWERS, () => sqliteStore(file, { markFile }));
  return routedStore(folder, { [TOP_FOLDERS.cache]: answers });
}
