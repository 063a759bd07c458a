import { readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { BenchmarkData } from "./data-catalogue.ts";
import { readRecords } from "./data-records.ts";

/**
 * Deletes the files of benchmarks that `medhelm data pull` or a run wrote, and incomplete copies of them.
 * @returns the deleted paths
 */
export async function forgetData(
  catalogue: readonly BenchmarkData[],
  folder: string,
  isOwn: boolean,
): Promise<string[]> {
  const { files: records } = await readRecords(folder);
  const forgotten: string[] = [];
  for (const { files } of catalogue)
    for (const { path } of files) {
      if (!isOwn && !records.has(path)) continue;
      const below = join(folder, dirname(path));
      const names = await readdir(below).catch(() => []);
      const name = basename(path);
      for (const found of names.filter(
        (each) => each === name || (each.startsWith(`${name}.`) && each.endsWith(".part")),
      )) {
        await rm(join(below, found));
        forgotten.push(join(below, found));
      }
    }
  return forgotten;
}
