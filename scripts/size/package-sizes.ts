import { lstat, readdir } from "node:fs/promises";
import { join, relative } from "node:path";

export interface PackageSize {
  /** e.g. "@aws-sdk/client-s3", or the folder for files outside node_modules */
  readonly name: string;
  readonly bytes: number;
}

/**
 * Sums the sizes of all files below a folder by package, largest first. A file with several hard links counts once.
 * Symbolic links are not followed.
 * @param parts files and folders in the folder, if not all of it counts
 */
export async function packageSizes(folder: string, parts: readonly string[] = [""]): Promise<readonly PackageSize[]> {
  const bytes = new Map<string, number>();
  const seen = new Set<number>();
  for (const path of (await Promise.all(parts.map((part) => filesBelow(join(folder, part))))).flat()) {
    const { size, ino, nlink } = await lstat(path);
    if (nlink > 1 && seen.has(ino)) continue;
    seen.add(ino);
    const name = packageOf(relative(folder, path).replaceAll("\\", "/"));
    bytes.set(name, (bytes.get(name) ?? 0) + size);
  }
  return [...bytes]
    .map(([name, sum]) => ({ name, bytes: sum }))
    .toSorted((a, b) => b.bytes - a.bytes || (a.name < b.name ? -1 : 1));
}

/** The path itself if it is a file, and nothing for a symbolic link. */
async function filesBelow(path: string): Promise<readonly string[]> {
  const found = await lstat(path);
  if (found.isFile()) return [path];
  if (!found.isDirectory()) return [];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

/** "node_modules/a/node_modules/@b/c/x.js" -> "@b/c", "packages/core/src/x.ts" -> "packages/core", "x.json" -> "." */
function packageOf(path: string): string {
  const [, inModules] = /.*node_modules\/(@[^/]+\/[^/]+|[^/]+)/.exec(path) ?? [];
  if (inModules !== undefined) return inModules;
  return path.split("/").slice(0, -1).slice(0, 2).join("/") || ".";
}
