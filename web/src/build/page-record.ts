import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { z } from "zod";

/** A place of the release's name or date in a page, in characters. */
const Stamp = z.tuple([z.int(), z.enum(["name", "date"])]);
export type Stamp = z.infer<typeof Stamp>;

/** The inputs of a page, and hashes of both. */
const RecordedPage = z.object({
  /** positions in `keys` */
  reads: z.array(z.int()),
  /** the SHA-256 of the values of `reads` */
  inputs: z.string(),
  /** of the page */
  sha256: z.string(),
  stamps: z.array(Stamp),
});
export type RecordedPage = z.infer<typeof RecordedPage>;

/** A file in a site with the inputs of each of its pages. It names parts of leaderboard.json and hashes, and has no text. */
const PageRecord = z.object({
  formatVersion: z.literal(1),
  /** of the compiled pages and of the options of the build */
  maker: z.string(),
  release: z.object({ name: z.string(), date: z.string() }),
  keys: z.array(z.string()),
  /** of all pages */
  shared: z.object({ reads: z.array(z.int()), inputs: z.string() }),
  /** by file */
  pages: z.record(z.string(), RecordedPage),
});
export type PageRecord = z.infer<typeof PageRecord>;

const FILE = "medhelm-pages.json.gz";
const [pack, unpack] = [promisify(gzip), promisify(gunzip)];

/** Undefined for a site without a record that this version reads. */
export async function readRecord(site: string): Promise<PageRecord | undefined> {
  try {
    return PageRecord.safeParse(JSON.parse((await unpack(await readFile(join(site, FILE)))).toString())).data;
  } catch {
    return undefined;
  }
}

export async function writeRecord(site: string, record: PageRecord): Promise<void> {
  await writeFile(join(site, FILE), await pack(JSON.stringify(record)));
}

export const sha256 = (content: string | Uint8Array): string => createHash("sha256").update(content).digest("hex");
