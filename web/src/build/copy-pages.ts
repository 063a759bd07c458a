import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import { COMPRESSED } from "@medhelm/core/release/pages/compressed";
import type { LeaderboardRun } from "@medhelm/core/release/leaderboard/leaderboard";
import { PageIndex } from "@medhelm/core/release/pages/page";
import { RunList } from "@medhelm/core/release/runs/run-list";
import { INSTANCES, writeCompressed } from "./compress-site.ts";
import { openInstancesRecord } from "./instances-record.ts";
import { type BuildOptions, SiteError } from "./options.ts";

/** The number of files that a build copies at a time; zlib works on four threads. */
const AT_ONCE = 4;

interface CopyOptions extends Pick<BuildOptions, "releaseDir" | "served" | "compress"> {
  /** the site of the build before */
  readonly out: string;
}

export interface CopiedPages {
  /** the number of chunks of all runs */
  readonly chunks: number;
  /** The runs whose files are in the site of the build before. They are not copied. */
  readonly kept: readonly string[];
  /** a hash of the files of each run */
  readonly sources: Readonly<Record<string, string>>;
}

interface Copy {
  readonly from: string;
  readonly to: string;
}

/**
 * Copies the chunks, the index and the list of every run with pages to <to>/<slug>/, which it makes, and no other file. The pages of a sealed generation come
 * from the object tree that contains the release, unless the service provides them; other pages come from DIR/pages/<slug>/.
 * @throws SiteError for a run that is not public, because a site must never contain its text, and for a missing file
 */
export async function copyPages(
  leaderboard: { readonly runs: readonly Pick<LeaderboardRun, "slug" | "hasPages" | "access" | "pages">[] },
  { releaseDir, served, compress, out }: CopyOptions,
  to: string,
): Promise<CopiedPages> {
  let chunks = 0;
  const kept: string[] = [];
  const sources: Record<string, string> = {};
  const before = await openInstancesRecord(out, compress);
  mkdirSync(to);

  function* copies(): Generator<Copy> {
    for (const run of leaderboard.runs.filter(({ hasPages }) => hasPages)) {
      if (run.access !== "public")
        throw new SiteError(
          `The run ${run.slug} is ${run.access}, but the release contains its prompts and answers, which may not be published. Make the release again, or build the site with --no-data.`,
        );
      if (served && run.pages !== undefined) continue;
      const from = pagesFolder(run, releaseDir);
      const pages = chunkNames(join(from, "index.json"));
      chunks += pages.length;
      const names = ["index.json", ...pages, ...listNames(join(from, "list.json")), ...imageNames(from)];
      const source = hashOfFiles(from, names);
      sources[run.slug] = source;
      if (before.has(run.slug, source)) {
        kept.push(run.slug);
        continue;
      }
      mkdirSync(join(to, run.slug));
      for (const name of names) yield { from: join(from, name), to: join(to, run.slug, name) };
    }
  }

  const next = copies();
  const work = async () => {
    for (const copy of next) await copyPage(copy, compress);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { chunks, kept, sources };
}

/** A release is in releases/<R>/ of its object tree, and a suite in runs/<S>/. */
const pagesFolder = ({ slug, pages }: Pick<LeaderboardRun, "slug" | "pages">, releaseDir: string): string =>
  pages === undefined ? join(releaseDir, "pages", slug) : join(releaseDir, "..", "..", pages.folder);

function chunkNames(path: string): string[] {
  const content = readText(path);
  if (content === undefined)
    throw new SiteError(`${path} is missing, but leaderboard.json lists pages for this run. Make the release again.`);
  const index = PageIndex.safeParse(tryJson(content));
  if (!index.success) throw new SiteError(`${path} is not a page index of formatVersion 1. Make the release again.`);
  return index.data.pages.map(({ page }) => `${page}.json`);
}

/** The images of prompts, whose names are hashes. */
const imageNames = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => /^[0-9a-f]{64}\.(?:png|jpg|gif|webp)$/.test(name))
    .toSorted();

/** The files of the list of instances, which older runs lack. */
function listNames(path: string): string[] {
  const content = readText(path);
  if (content === undefined) return [];
  const list = RunList.safeParse(tryJson(content)).data;
  if (list === undefined)
    throw new SiteError(`${path} is not a list of instances of formatVersion 1. Make the release again.`);
  const { parts, ids, details } = list;
  return ["list.json", ...numbered("list", parts.length), ...numbered("ids", ids), ...numbered("details", details)];
}

const numbered = (name: string, count: number) => Array.from({ length: count }, (_, i) => `${name}-${i + 1}.json`);

function tryJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

/** A hash of the names and the stored bytes of files. */
function hashOfFiles(folder: string, names: readonly string[]): string {
  const hash = createHash("sha256");
  for (const name of names) {
    const stored = readStored(join(folder, name));
    hash.update(`${name} ${stored?.bytes.length}\n`).update(stored?.bytes ?? "");
  }
  return hash.digest("hex");
}

/** A plain file is before a compressed one, because the user has unpacked it. Undefined: there is neither. */
function readStored(path: string): { readonly bytes: Buffer; readonly isCompressed: boolean } | undefined {
  for (const isCompressed of [false, true]) {
    const place = isCompressed ? path + COMPRESSED : path;
    if (existsSync(place)) return { bytes: readFileSync(place), isCompressed };
  }
  return undefined;
}

/** The plain bytes of a file. */
function readPlain(path: string): Buffer | undefined {
  const stored = readStored(path);
  return stored?.isCompressed === true ? zstdDecompressSync(stored.bytes) : stored?.bytes;
}

function readText(path: string): string | undefined {
  try {
    return readPlain(path)?.toString("utf8");
  } catch {
    return undefined;
  }
}

/** Works without promises except for the compression: a file is small, and there are tens of thousands of them. */
async function copyPage({ from, to }: Copy, compress: boolean): Promise<void> {
  const bytes = plainOrRefused(from);
  writeFileSync(to, bytes);
  if (compress) await writeCompressed(to, bytes, INSTANCES);
}

function plainOrRefused(path: string): Buffer {
  const refusal = (cause?: unknown) =>
    new SiteError(`${path} cannot be copied, but the run's page index lists it. Make the release again.`, { cause });
  try {
    const bytes = readPlain(path);
    if (bytes !== undefined) return bytes;
  } catch (cause) {
    throw refusal(cause);
  }
  throw refusal();
}
