import { createHash } from "node:crypto";
import { readdirSync, statSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { z } from "zod";

/** Hashes of the instances of each run in a site, and of the files they were made of. It has no text. */
const InstancesRecord = z.object({
  formatVersion: z.literal(1),
  /** whether each file has compressed ones next to it */
  compress: z.boolean(),
  /** by the run's slug; `source`: a hash of the run's own files; `made`: a hash of the names and sizes of the files in the site */
  runs: z.record(z.string(), z.object({ source: z.string(), made: z.string() })),
});

const FILE = "medhelm-instances.json.gz";

/** The folder of a site with the instances of all runs. */
export const instancesOf = (site: string): string => join(site, "data");

interface OpenInstances {
  /** Whether the site has the instances that these files make, and nobody has changed them since. */
  has(slug: string, source: string): boolean;
}

export async function openInstancesRecord(site: string, compress: boolean): Promise<OpenInstances> {
  const found = await readRecord(join(site, FILE));
  if (found?.compress !== compress) return { has: () => false };
  const { mtimeMs } = statSync(join(site, FILE));
  return {
    has(slug, source) {
      const run = found.runs[slug];
      return run?.source === source && madeIn(join(instancesOf(site), slug), mtimeMs) === run.made;
    },
  };
}

/** `folderOf`: where the files of a run are now. It is called after the last file is written, because a file that is newer than the record counts as changed. */
export function writeInstancesRecord(
  site: string,
  compress: boolean,
  sources: Readonly<Record<string, string>>,
  folderOf: (slug: string) => string,
): void {
  const runs = Object.fromEntries(
    Object.entries(sources).map(([slug, source]) => [slug, { source, made: madeIn(folderOf(slug)) ?? "" }]),
  );
  const record: z.infer<typeof InstancesRecord> = { formatVersion: 1, compress, runs };
  writeFileSync(join(site, FILE), gzipSync(JSON.stringify(record)));
}

/** A hash of the names and sizes of the files of a folder; undefined without the folder, or if a file is newer. */
function madeIn(folder: string, newest = Number.POSITIVE_INFINITY): string | undefined {
  const hash = createHash("sha256");
  try {
    for (const name of readdirSync(folder).toSorted()) {
      const { size, mtimeMs } = statSync(join(folder, name));
      if (mtimeMs > newest) return undefined;
      hash.update(`${name} ${size}\n`);
    }
  } catch {
    return undefined;
  }
  return hash.digest("hex");
}

async function readRecord(path: string): Promise<z.infer<typeof InstancesRecord> | undefined> {
  try {
    return InstancesRecord.safeParse(JSON.parse(gunzipSync(await readFile(path)).toString())).data;
  } catch {
    return undefined;
  }
}
