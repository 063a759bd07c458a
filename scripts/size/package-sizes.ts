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
 */
export async function packageSizes(folder: string): Promise<readonly PackageSize[]> {
  const bytes = new Map<string, number>();
  const seen = new Set<number>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
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

/** "node_modules/a/node_modules/@b/c/x.js" -> "@b/c", "packages/core/src/x.ts" -> "packages/core", "x.json" -> "." */
function packageOf(path: string): string {
  const [, inModules] = /.*node_modules\/(@[^/]+\/[^/]+|[^/]+)/.exec(path) ?? [];
  if (inModules !== undefined) return inModules;
  return path.split("/").slice(0, -1).slice(0, 2).join("/") || ".";
}
