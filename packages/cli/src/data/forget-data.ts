import { readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { BenchmarkData } from "./data-catalogue.ts";
import { readRecords } from "./data-records.ts";

export interface DataFolders {
  /** In the output folder. Only runs and `medhelm data pull` write there. */
  readonly cache: string;
  /** --data-dir, where a person may have put files */
  readonly mirror: string | undefined;
}

/**
 * Deletes the files of benchmarks that `medhelm data pull` or a run wrote, and incomplete copies of them. A run writes into the cache also if there
 * is a mirror.
 * @returns the deleted paths
 */
export async function forgetData(
  catalogue: readonly BenchmarkData[],
  { cache, mirror }: DataFolders,
): Promise<string[]> {
  const paths = catalogue.flatMap(({ files }) => files.map(({ path }) => path));
  const forgotten = await deleteBelow(cache, paths, () => true);
  if (mirror === undefined) return forgotten;
  const { files: records } = await readRecords(mirror);
  return [...forgotten, ...(await deleteBelow(mirror, paths, (path) => records.has(path)))];
}

/** Deletes the files that are our own. A copy that was cut off has no record yet, and its name shows who made it. */
async function deleteBelow(
  folder: string,
  paths: readonly string[],
  isOwn: (path: string) => boolean,
): Promise<string[]> {
  const deleted: string[] = [];
  for (const path of paths) {
    const below = join(folder, dirname(path));
    const name = basename(path);
    const isPart = (found: string): boolean => found.startsWith(`${name}.`) && found.endsWith(".part");
    for (const found of await readdir(below).catch(() => []))
      if (isPart(found) || (found === name && isOwn(path))) {
        await rm(join(below, found));
        deleted.push(join(below, found));
      }
  }
  return deleted;
}
