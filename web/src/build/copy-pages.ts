import { copyFile, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Leaderboard } from "@medhelm/core/release/leaderboard";
import { PageIndex } from "@medhelm/core/release/page";
import { SiteError } from "./options.ts";

/**
 * Copies DIR/pages/<slug>/{index,<n>}.json to <to>/data/<slug>/ for every run with pages, and no other file.
 * Returns the number of chunks.
 * @throws SiteError for a run that is not public, because a site must never contain its text, and for a missing file
 */
export async function copyPages(leaderboard: Leaderboard, releaseDir: string, to: string): Promise<number> {
  let chunks = 0;
  for (const run of leaderboard.runs.filter(({ hasPages }) => hasPages)) {
    if (run.access !== "public")
      throw new SiteError(
        `The run ${run.slug} is ${run.access}, but the release contains its prompts and answers, which may not be published. Make the release again, or build the site with --no-data.`,
      );
    const from = join(releaseDir, "pages", run.slug);
    const folder = join(to, "data", run.slug);
    const names = ["index.json", ...(await chunkNames(join(from, "index.json")))];
    await mkdir(folder, { recursive: true });
    for (const name of names) await copyPage(join(from, name), join(folder, name));
    chunks += names.length - 1;
  }
  return chunks;
}

async function chunkNames(path: string): Promise<string[]> {
  const content = await readFile(path, "utf8").catch(() => undefined);
  if (content === undefined)
    throw new SiteError(`${path} is missing, but leaderboard.json lists pages for this run. Make the release again.`);
  const index = PageIndex.safeParse(tryJson(content));
  if (!index.success) throw new SiteError(`${path} is not a page index of formatVersion 1. Make the release again.`);
  return index.data.pages.map(({ page }) => `${page}.json`);
}

function tryJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

async function copyPage(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to);
  } catch (cause) {
    throw new SiteError(`${from} cannot be copied, but the run's page index lists it. Make the release again.`, {
      cause,
    });
  }
}
