import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ObjectStore } from "@medhelm/core/ports";
import type { LeaderboardRun } from "@medhelm/core/release/leaderboard/leaderboard";
import { isPublicPage } from "@medhelm/core/release/public-pages";
import { mapBounded } from "../../concurrency/map-bounded.ts";

const CONCURRENCY = 16;

type Run = Pick<LeaderboardRun, "slug" | "access" | "hasPages" | "pages">;

/**
 * Writes the small file with the excerpts of each public run to <to>/pages/<slug>/, where the build of the site reads it. Older runs have none.
 * @param ownPages the key of the release's own pages, for runs that are in no sealed generation
 */
export async function fetchExcerpts(
  objects: ObjectStore,
  runs: readonly Run[],
  to: string,
  ownPages: (slug: string) => string | undefined = () => undefined,
): Promise<void> {
  const shown = runs.filter(({ access, hasPages }) => access === "public" && hasPages);
  if (shown.length > 0) await makeFolder(join(to, "pages"));
  await mapBounded(shown, CONCURRENCY, async ({ slug, pages }) => {
    const folder = pages === undefined ? ownPages(slug) : publicFolder(pages.folder);
    const found = folder === undefined ? undefined : await objects.get(`${folder}${FILE}`);
    if (found === undefined) return;
    await makeFolder(join(to, "pages", slug));
    await writeFile(join(to, "pages", slug, FILE), found.body);
  });
}

const FILE = "worst.json";

const publicFolder = (folder: string): string | undefined => (isPublicPage(`${folder}index.json`) ? folder : undefined);

async function makeFolder(path: string): Promise<void> {
  if (!existsSync(path)) await mkdir(path);
}
