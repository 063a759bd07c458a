import { statfsSync } from "node:fs";
import { appendFile, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeFolders } from "@medhelm/adapters/make-folders";
import { UserError } from "@medhelm/core/user-error";
import { writingTo } from "@medhelm/core/writing-to";
import { mapBounded } from "@medhelm/service/concurrency/map-bounded";
import { z } from "zod";
import { makeFolder } from "../places/make-folder.ts";
import { PRIVATE_FOLDER } from "../places/private-folder.ts";
import type { BucketFile, GoogleBucket } from "./google-bucket.ts";
import { sizeText } from "../terminal/size-text.ts";
import { pullFile } from "./pull-file.ts";

/** A line of .medhelm/pulled.jsonl: a file that was pulled, and the version that it has. */
const Pulled = z.object({ path: z.string(), generation: z.string(), sizeBytes: z.number() });

const PulledLine = z
  .string()
  .transform((line, context) => {
    try {
      return JSON.parse(line);
    } catch {
      context.addIssue("no JSON");
      return z.NEVER;
    }
  })
  .pipe(Pulled);

const CONCURRENT_FILES = 16;

export interface PullPlan {
  /** files that the folder does not have, or has in another version */
  readonly missing: readonly BucketFile[];
  readonly present: number;
}

/** Compares the files of a bucket with those that an earlier pull wrote. A file that has another size now is missing. */
export async function planPull(files: readonly BucketFile[], folder: string): Promise<PullPlan> {
  const pulled = await readPulled(folder);
  const isThere = await mapBounded(files, CONCURRENT_FILES, async ({ path, generation }) => {
    const known = pulled.get(path);
    if (known?.generation !== generation) return false;
    return (await stat(join(folder, path)).catch(() => undefined))?.size === known.sizeBytes;
  });
  return { missing: files.filter((_, i) => isThere[i] !== true), present: isThere.filter(Boolean).length };
}

/**
 * Copies the missing files, 16 at a time.
 * @param report gets the bytes as they arrive, and the number of complete files
 * @throws UserError if the disk is too small, or a file cannot be copied; the others stay, and the next pull continues
 */
export async function pullResults(
  bucket: GoogleBucket,
  { missing }: PullPlan,
  folder: string,
  report: (bytes: number, files: number) => void,
): Promise<void> {
  makeFolder(folder, "--output-path");
  requireSpace(missing, folder);
  const record = join(folder, PRIVATE_FOLDER, "pulled.jsonl");
  makeFolders(dirname(record));
  await mapBounded(missing, CONCURRENT_FILES, async (file) => {
    const { generation } = await writingTo(join(folder, file.path), () =>
      pullFile(bucket, file, folder, (bytes) => report(bytes, 0)),
    );
    const { size: sizeBytes } = await stat(join(folder, file.path));
    await appendFile(record, `${JSON.stringify({ path: file.path, generation, sizeBytes })}\n`);
    report(0, 1);
  });
}

function requireSpace(missing: readonly BucketFile[], folder: string): void {
  const needed = missing.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const { bavail, bsize } = statfsSync(folder);
  if (needed > bavail * bsize)
    throw new UserError(
      `${folder}: the disk has ${sizeText(bavail * bsize)} left, and the files need ${sizeText(needed)}; name another folder with -o, or pull less with --only`,
    );
}

/** The last line of a file counts. A line that a killed process left incomplete is no line. */
async function readPulled(folder: string): Promise<Map<string, z.infer<typeof Pulled>>> {
  const text = await readFile(join(folder, PRIVATE_FOLDER, "pulled.jsonl"), "utf8").catch(() => "");
  const found = new Map<string, z.infer<typeof Pulled>>();
  for (const line of text.split("\n")) {
    const { data } = PulledLine.safeParse(line);
    if (data !== undefined) found.set(data.path, data);
  }
  return found;
}
