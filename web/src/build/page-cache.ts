import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { collectReads } from "../release/page-reads.ts";
import { inputHashes, type ReleaseParts } from "./input-hashes.ts";
import { type PageRecord, type RecordedPage, readRecord, sha256, type Stamp, writeRecord } from "./page-record.ts";
import { restamped, stamped } from "./stamps.ts";

/** The pages of a build, of which those of the build before it stay whose inputs are the same. */
export interface PageCache {
  /** Comes before the first page; `code`: a hash of the compiled pages. */
  start(code: string): void;
  /** The content of a file of the site: from the build before, or rendered. */
  bodyOf(file: string, render: () => Promise<Uint8Array>): Promise<Uint8Array>;
  /** Whether the file is from the build before, and complete. */
  isReused(file: string): boolean;
  /** Comes after the last page: completes the new pages, records the parts of all pages, and returns the number of pages that stay. */
  finish(site: string): Promise<number>;
  /** the number of rendered files */
  readonly rendered: () => number;
}

interface Inputs extends ReleaseParts {
  /** the folder of the build before */
  readonly out: string;
  /** what else decides on the pages */
  readonly options: string;
}

/** A page that reads more parts depends on the whole release: a list of its parts would be longer than the page. */
const MOST_READS = 4000;

export async function openPageCache({ out, options, ...parts }: Inputs): Promise<PageCache> {
  const before = await readRecord(out);
  const { name, date } = parts.leaderboard;
  const release = { name, date };
  const shared = new Set<string>();
  const rendered = new Map<string, ReadonlySet<string>>();
  const reused = new Map<string, RecordedPage & { readonly keys: readonly string[] }>();
  const inputsOf = inputHashes(parts);
  let maker = "";
  let comparable: Promise<boolean> | undefined;

  const keysAt = (reads: readonly number[]): string[] => reads.flatMap((read) => before?.keys[read] ?? []);

  const isComparable = async (): Promise<boolean> =>
    before !== undefined &&
    before.maker === maker &&
    (await inputsOf(keysAt(before.shared.reads))) === before.shared.inputs;

  /** The page of the build before; undefined if an input or the file itself has changed. */
  async function earlier(file: string): Promise<{ body: Uint8Array; page: RecordedPage } | undefined> {
    const page = (await (comparable ??= isComparable())) ? before?.pages[file] : undefined;
    if (before === undefined || page === undefined || (await inputsOf(keysAt(page.reads))) !== page.inputs)
      return undefined;
    const body = await readFile(join(out, file)).catch(() => undefined);
    if (body === undefined || sha256(body) !== page.sha256) return undefined;
    if (page.stamps.length === 0) return { body, page };
    const next = restamped(body.toString(), page.stamps, [before.release, release]);
    if (next === undefined) return undefined;
    const text = Buffer.from(next.text);
    return { body: text, page: { ...page, sha256: sha256(text), stamps: [...next.stamps] } };
  }

  /** Outside of a page, only the parts that all pages share count. */
  const collectShared = (): void =>
    collectReads((key, isShared) => {
      if (isShared) shared.add(key);
    });

  return {
    start(code) {
      maker = sha256(`${code}\n${options}`);
      collectShared();
    },
    async bodyOf(file, render) {
      const found = await earlier(file);
      if (found !== undefined) {
        reused.set(file, { ...found.page, keys: keysAt(found.page.reads) });
        return found.body;
      }
      const reads = new Set<string>();
      rendered.set(file, reads);
      collectReads((key, isShared) => (isShared ? shared : reads).add(key));
      try {
        return await render();
      } finally {
        collectShared();
      }
    },
    isReused: (file) => reused.has(file),
    rendered: () => rendered.size,
    async finish(site) {
      collectReads(undefined);
      const numbers = new Map<string, number>();
      const numbersOf = (keys: Iterable<string>) =>
        [...keys].map((key) => {
          const known = numbers.get(key) ?? numbers.size;
          numbers.set(key, known);
          return known;
        });
      const sharedKeys = shared.size > 0 ? [...shared] : keysAt(before?.shared.reads ?? []);
      const pages: PageRecord["pages"] = {};
      for (const [file, { keys, ...page }] of reused) pages[file] = { ...page, reads: numbersOf(keys) };
      for (const [file, reads] of rendered) {
        const keys = reads.size > MOST_READS ? ["whole"] : [...reads];
        const { body, stamps } = await complete(join(site, file), release);
        pages[file] = {
          reads: numbersOf(keys),
          inputs: await inputsOf(keys),
          sha256: sha256(body),
          stamps: [...stamps],
        };
      }
      await writeRecord(site, {
        formatVersion: 1,
        maker,
        release,
        shared: { reads: numbersOf(sharedKeys), inputs: await inputsOf(sharedKeys) },
        pages,
        keys: [...numbers.keys()],
      });
      return reused.size;
    },
  };
}

/** Writes the release's name and date into a new page. */
async function complete(
  path: string,
  release: { readonly name: string; readonly date: string },
): Promise<{ readonly body: Uint8Array; readonly stamps: readonly Stamp[] }> {
  const body = await readFile(path);
  if (!path.endsWith(".html")) return { body, stamps: [] };
  const { text, stamps } = stamped(body.toString(), release);
  if (stamps.length > 0) await writeFile(path, text);
  return { body: Buffer.from(text), stamps };
}

/** For a site that a service makes once: it renders all pages. */
export function noPageCache(): PageCache {
  let count = 0;
  return {
    start: () => undefined,
    bodyOf: (_, render) => {
      count += 1;
      return render();
    },
    isReused: () => false,
    finish: async () => 0,
    rendered: () => count,
  };
}
