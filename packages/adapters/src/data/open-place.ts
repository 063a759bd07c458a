import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { errorCode } from "@medhelm/core/error-code";
import type { OpenPlace, SourceFile } from "@medhelm/core/run/benchmark";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { isMissingFile } from "../missing-file.ts";
import { compareKeys } from "../objects/object-key.ts";

/** Opens a file or folder of this disk; undefined if neither exists. `read` returns no file outside the folder. */
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

/** The file of this path; undefined if there is no file or the path is a folder. */
export async function readIfThere(path: string): Promise<SourceFile | undefined> {
  try {
    const bytes = await readFile(path);
    return { label: path, bytes, sha256: sha256Hex(bytes) };
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

/** The files in byte order, which equals Python's sorted() for names within the first Unicode plane. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .toSorted(compareKeys);
}

function isBelow(folder: string, path: string): boolean {
  const steps = relative(folder, path);
  return steps !== "" && steps.split(sep)[0] !== "..";
}

const isAbsence = (error: unknown): boolean => isMissingFile(error) || errorCode(error) === "EISDIR";
