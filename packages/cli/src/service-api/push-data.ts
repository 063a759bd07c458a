import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { compareKeys } from "@medhelm/adapters/objects/object-key";
import { DATA_INDEX, DataIndex } from "@medhelm/adapters/data/store-data-source";
import { updateJson } from "@medhelm/core/store/update-json";
import { keys } from "@medhelm/core/store/object-keys";
import type { ObjectStore } from "@medhelm/core/ports";
import { UserError } from "@medhelm/core/user-error";
import { requireInputFolder } from "../places/require-input-folder.ts";
import { mapBounded } from "@medhelm/service/concurrency/map-bounded";
import { type LicensedPlace, placeOf } from "./licensed-places.ts";

/** Number of files that are hashed or sent concurrently. Each has at most two parts of 8 MiB in memory. */
const AT_ONCE = 4;

export interface DataFolder {
  readonly folder: string;
  /** files and folders, as paths within the mirror; absent: all */
  readonly only?: readonly string[] | undefined;
}

/** Who can read the pushed files: every job of the service, or those of one organisation's runs. */
export type Readers = { readonly public: true } | { readonly organisation: string };

export interface PushedFile {
  /** path in the mirror, with "/" between folders */
  readonly path: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly isThere: boolean;
}

export interface PushOptions extends DataFolder {
  readonly readers: Readers;
  readonly places: readonly LicensedPlace[];
  readonly isDryRun: boolean;
  report(step: "read" | "sent", file: { readonly path: string; readonly sizeBytes: number }, of: number): void;
}

/**
 * Puts each file of a mirror that is not stored yet under its checksum, and then all their paths into the index with If-Match. A push
 * that was interrupted can be started again, and sends the rest. If one file may not go there, nothing is sent.
 */
export async function pushData(objects: ObjectStore, options: PushOptions): Promise<PushedFile[]> {
  const { folder, readers, places, isDryRun, report } = options;
  const paths = await mirrorFiles(options);
  refusePlaces(places, folder, paths, readers);
  const key = (name: string) =>
    "public" in readers ? keys.publicData(name) : keys.licensedData(readers.organisation, name);
  const files = await mapBounded(paths, AT_ONCE, async (path): Promise<PushedFile> => {
    const { sha256, sizeBytes } = await hashFile(join(folder, path));
    report("read", { path, sizeBytes }, paths.length);
    return { path, sha256, sizeBytes, isThere: (await objects.head(key(sha256)))?.sizeBytes === sizeBytes };
  });
  if ("public" in readers) await refuseLicensedBytes(objects, files);
  if (isDryRun) return files;
  const missing = [...new Map(files.filter(({ isThere }) => !isThere).map((file) => [file.sha256, file])).values()];
  await mapBounded(missing, AT_ONCE, async (file) => {
    await objects.put(key(file.sha256), unchanged(folder, file));
    report("sent", file, missing.length);
  });
  const added = Object.fromEntries(files.map(({ path, sha256 }) => [path, sha256]));
  await updateJson(objects, key(DATA_INDEX), DataIndex, (stored): DataIndex | undefined => {
    if (files.every(({ path, sha256 }) => stored?.files[path] === sha256)) return undefined;
    const all = Object.entries({ ...stored?.files, ...added });
    return { formatVersion: 1, files: Object.fromEntries(all.toSorted(([a], [b]) => (a < b ? -1 : 1))) };
  });
  return files;
}

const isAtOrBelow = (path: string, place: string): boolean => path === place || path.startsWith(`${place}/`);

/** Paths in byte order, without hidden files. */
async function mirrorFiles({ folder, only }: DataFolder): Promise<string[]> {
  requireInputFolder(folder, folder, "name one with the layout of --data-dir");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const wanted = only?.map((path) => path.split(sep).join("/").replace(/^\.\//, "").replace(/\/+$/, ""));
  const paths: string[] = [];
  for (const entry of entries) {
    const path = relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/");
    if (entry.isDirectory() || path.split("/").some((segment) => segment.startsWith("."))) continue;
    if (wanted?.some((one) => isAtOrBelow(path, one)) === false) continue;
    if ((await stat(join(folder, path))).isFile()) paths.push(path);
  }
  const nothing = wanted?.find((one) => !paths.some((path) => isAtOrBelow(path, one)));
  if (nothing !== undefined) throw new UserError(`--only ${nothing}: there is no file at or below it in ${folder}`);
  if (paths.length === 0)
    throw new UserError(`${folder}: it has no files; name a folder with the layout of --data-dir`);
  return paths.toSorted(compareKeys);
}

/** @throws UserError if runs without the licensor's data could read a file of a gated or private benchmark */
function refusePlaces(
  places: readonly LicensedPlace[],
  folder: string,
  paths: readonly string[],
  readers: Readers,
): void {
  for (const path of paths) {
    const place = placeOf(places, resolve(folder), path);
    if (place === undefined) continue;
    const { benchmark, access, organisation } = place;
    if ("public" in readers)
      throw new UserError(
        `${join(folder, path)} is of ${benchmark}, which is ${access}: push it with --organisation ${organisation}, and the public files with --only; nothing was sent`,
      );
    if (readers.organisation !== organisation)
      throw new UserError(
        `${join(folder, path)} is of ${benchmark}, which ${organisation} licenses: runs with ${readers.organisation}'s data must not read it; push it with --organisation ${organisation}; nothing was sent`,
      );
  }
}

/** Refuses a public copy of a licensed file under another name. */
async function refuseLicensedBytes(objects: ObjectStore, files: readonly PushedFile[]): Promise<void> {
  const bySha256 = new Map(files.map((file) => [file.sha256, file]));
  for await (const { key } of objects.list(keys.allLicensedData())) {
    const file = bySha256.get(key.slice(key.lastIndexOf("/") + 1));
    if (file !== undefined)
      throw new UserError(
        `${file.path} has the bytes of ${key}, which are licensed, so it cannot be public; nothing was sent`,
      );
  }
}

async function hashFile(path: string): Promise<{ readonly sha256: string; readonly sizeBytes: number }> {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  for await (const chunk of bytesOf(path)) {
    hash.update(chunk);
    sizeBytes += chunk.length;
  }
  return { sha256: hash.digest("hex"), sizeBytes };
}

/** @throws UserError at the last chunk if the file has changed since it was hashed, so that the store keeps no part of it */
async function* unchanged(folder: string, { path, sha256 }: PushedFile): AsyncIterable<Uint8Array> {
  const hash = createHash("sha256");
  for await (const chunk of bytesOf(join(folder, path))) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest("hex") !== sha256)
    throw new UserError(`${join(folder, path)} changed while it was sent; push it again`);
}

async function* bytesOf(path: string): AsyncIterable<Uint8Array> {
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) yield chunk;
  } catch (cause) {
    throw new UserError(`${path} cannot be read (${cause instanceof Error ? cause.message : String(cause)})`, {
      cause,
    });
  }
}
