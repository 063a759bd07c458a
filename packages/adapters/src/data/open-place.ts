import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { OpenPlace, SourceFile } from "@medhelm/core/run/benchmark";

/** A file or a folder of this disk; undefined where there is neither. Nothing outside of the folder is read. */
export async function openPlace(path: string): Promise<OpenPlace | undefined> {
  const isFolder = await isDirectory(path);
  if (isFolder === undefined) return undefined;
  if (!isFolder)
    return {
      label: path,
      list: async () => [],
      read: async (name) => (name === undefined ? readIfThere(path) : undefined),
    };
  return {
    label: path,
    list: () => filesBelow(path),
    read: async (name) =>
      name === undefined || !isBelow(path, join(path, name)) ? undefined : readIfThere(join(path, name)),
  };
}

/** The file, or undefined where there is none (or a folder). */
export async function readIfThere(path: string): Promise<SourceFile | undefined> {
  try {
    const bytes = await readFile(path);
    return { label: path, bytes, sha256: createHash("sha256").update(bytes).digest("hex") };
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

async function isDirectory(path: string): Promise<boolean | undefined> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

/** In byte order, as Python's sorted() has names that are not beyond the first plane. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== "" && way.split(sep)[0] !== "..";
}

const isAbsence = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  (error.code === "ENOENT" || error.code === "ENOTDIR" || error.code === "EISDIR");
