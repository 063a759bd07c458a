import { writeFileSync } from "node:fs";
import { copyFile, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const TEXT = /\.(?:html|css|js|json|svg|csv|md|tex|txt)$/;
/** A smaller file fits into one packet as it is. */
const MIN_BYTES = 1024;
/** zlib works on four threads. */
const AT_ONCE = 4;

const deflate = promisify(gzip);
const brotli = promisify(brotliCompress);

/** The qualities of the two compressors: more is smaller and slower. */
interface Quality {
  readonly gzip: number;
  readonly brotli: number;
}
/** Pages are few and each reader needs some. */
const PAGES: Quality = { gzip: 6, brotli: 6 };
/** The instances of runs are gigabytes: twice as fast as quality 4, and a tenth larger. */
export const INSTANCES: Quality = { gzip: 3, brotli: 2 };

/**
 * Writes name.gz and name.br next to each text file of the site, for servers that send compressed files. A compressed file that is not smaller is
 * left out. `older`: an older build of the site, whose compressed files serve again where the text is the same.
 */
export async function compressSite(site: string, older?: string): Promise<void> {
  const names = (await readdir(site, { recursive: true })).filter((name) => TEXT.test(name));
  const next = names.values();
  const work = async () => {
    for (const name of next) {
      const path = join(site, name);
      if (older === undefined || !(await isTaken(path, join(older, name)))) await compressFile(path);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** Takes the compressed files of an older file with the same content. False without them. */
async function isTaken(path: string, older: string): Promise<boolean> {
  const [bytes, before] = await Promise.all([readFile(path), readFile(older).catch(() => undefined)]);
  if (before === undefined || !bytes.equals(before)) return false;
  const taken = [".gz", ".br"].map((end) => copyFile(older + end, path + end));
  return (await Promise.allSettled(taken)).every(({ status }) => status === "fulfilled");
}

export const compressFile = async (path: string, quality = PAGES): Promise<void> =>
  writeCompressed(path, await readFile(path), quality);

/** Writes path.gz and path.br next to a text file with these bytes. A small file gets none, nor does a picture. */
export async function writeCompressed(path: string, bytes: Buffer, quality: Quality): Promise<void> {
  if (bytes.length < MIN_BYTES || !TEXT.test(path)) return;
  const [gz, br] = await Promise.all([
    deflate(bytes, { level: quality.gzip }),
    brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality.brotli } }),
  ]);
  if (gz.length < bytes.length) writeFileSync(`${path}.gz`, gz);
  if (br.length < bytes.length) writeFileSync(`${path}.br`, br);
}
