import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import { COMPRESSED } from "@medhelm/core/release/compressed";
import type { LeaderboardRun } from "@medhelm/core/release/leaderboard";
import { PageIndex } from "@medhelm/core/release/page";
import { RunList } from "@medhelm/core/release/run-list";
import { type BuildOptions, SiteError } from "./options.ts";

/**
 * Copies the chunks, the index and the list of every run with pages to <to>/data/<slug>/, which it makes, and no other file. The pages of a sealed generation come
 * from the object tree that contains the release, unless the service provides them; other pages come from DIR/pages/<slug>/.
 * Returns the number of chunks.
 * @throws SiteError for a run that is not public, because a site must never contain its text, and for a missing file
 */
export async function copyPages(
  leaderboard: { readonly runs: readonly Pick<LeaderboardRun, "slug" | "hasPages" | "access" | "pages">[] },
  { releaseDir, served }: Pick<BuildOptions, "releaseDir" | "served">,
  to: string,
): Promise<number> {
  let chunks = 0;
  await mkdir(join(to, "data"));
  for (const run of leaderboard.runs.filter(({ hasPages }) => hasPages)) {
    if (run.access !== "public")
      throw new SiteError(
        `The run ${run.slug} is ${run.access}, but the release contains its prompts and answers, which may not be published. Make the release again, or build the site with --no-data.`,
      );
    if (served && run.pages !== undefined) continue;
    const from = pagesFolder(run, releaseDir);
    const folder = join(to, "data", run.slug);
    const pages = await chunkNames(join(from, "index.json"));
    const names = ["index.json", ...pages, ...(await listNames(join(from, "list.json"))), ...(await imageNames(from))];
    await mkdir(folder);
    for (const name of names) await copyPage(join(from, name), join(folder, name));
    chunks += pages.length;
  }
  return chunks;
}

/** A release is in releases/<R>/ of its object tree, and a suite in runs/<S>/. */
const pagesFolder = ({ slug, pages }: Pick<LeaderboardRun, "slug" | "pages">, releaseDir: string): string =>
  pages === undefined ? join(releaseDir, "pages", slug) : join(releaseDir, "..", "..", pages.folder);

async function chunkNames(path: string): Promise<string[]> {
  const content = await readText(path);
  if (content === undefined)
    throw new SiteError(`${path} is missing, but leaderboard.json lists pages for this run. Make the release again.`);
  const index = PageIndex.safeParse(tryJson(content));
  if (!index.success) throw new SiteError(`${path} is not a page index of formatVersion 1. Make the release again.`);
  return index.data.pages.map(({ page }) => `${page}.json`);
}

/** The images of prompts, whose names are hashes. */
const imageNames = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => /^[0-9a-f]{64}\.(?:png|jpg|gif|webp)$/.test(name)).toSorted();

/** The files of the list of instances, which older runs lack. */
async function listNames(path: string): Promise<string[]> {
  const content = await readText(path);
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

/** The plain bytes of a file that is compressed; undefined if the plain file is there, or none. */
async function readCompressed(path: string): Promise<Buffer | undefined> {
  if (existsSync(path) || !existsSync(`${path}${COMPRESSED}`)) return undefined;
  return zstdDecompressSync(await readFile(`${path}${COMPRESSED}`));
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return ((await readCompressed(path)) ?? (await readFile(path))).toString("utf8");
  } catch {
    return undefined;
  }
}

async function copyPage(from: string, to: string): Promise<void> {
  try {
    const compressed = await readCompressed(from);
    if (compressed === undefined) await copyFile(from, to);
    else await writeFile(to, compressed);
  } catch (cause) {
    throw new SiteError(`${from} cannot be copied, but the run's page index lists it. Make the release again.`, {
      cause,
    });
  }
}
