import { readdir, readFile, writeFile } from "node:fs/promises";
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

/**
 * Writes name.gz and name.br next to each text file of the site, for servers that send compressed files. A compressed file that is not smaller is
 * left out. The work grows with the number of files, so it uses a middle quality.
 */
export async function compressSite(site: string): Promise<void> {
  const names = (await readdir(site, { recursive: true })).filter((name) => TEXT.test(name));
  const next = names.values();
  const work = async () => {
    for (const name of next) await compressFile(join(site, name));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** Writes path.gz and path.br. A small file gets none. */
export async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < MIN_BYTES) return;
  const [gz, br] = await Promise.all([
    deflate(bytes, { level: 6 }),
    brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  ]);
  if (gz.length < bytes.length) await writeFile(`${path}.gz`, gz);
  if (br.length < bytes.length) await writeFile(`${path}.br`, br);
}
