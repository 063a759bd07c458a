import { copyFile, readdir, readFile, writeFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const TEXT = /\.(?:html|css|js|json|svg|csv|md|tex|txt)$/;
/** A smaller file fits into one packet as it is. */
const MIN_BYTES = 1024;
/** zlib works on four threads. */
const AT_ONCE = 4;

const deflate = promisify(gzip);
const brotli = promisify(brotliCompress);

/** Pages are few and each reader needs some. The instances of runs are gigabytes, so a lower quality keeps a build within minutes. */
const PAGES = { gzip: 6, brotli: 6 };
const INSTANCES = { gzip: 4, brotli: 4 };

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
      if (older === undefined || !(await isTaken(path, join(older, name))))
        await compressFile(path, name.startsWith(`data${sep}`) ? INSTANCES : PAGES);
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

/** Writes path.gz and path.br. A small file gets none. */
export async function compressFile(path: string, quality = PAGES): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < MIN_BYTES) return;
  const [gz, br] = await Promise.all([
    deflate(bytes, { level: quality.gzip }),
    brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality.brotli } }),
  ]);
  if (gz.length < bytes.length) await writeFile(`${path}.gz`, gz);
  if (br.length < bytes.length) await writeFile(`${path}.br`, br);
}
