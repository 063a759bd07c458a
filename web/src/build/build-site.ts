import { rmSync } from "node:fs";
import { copyFile, readdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { exitCodes } from "@medhelm/core/exit-codes";
import type { Leaderboard } from "@medhelm/core/release/leaderboard/leaderboard";
import { type ListedRelease, listedRelease } from "@medhelm/core/release/release-list";
import { compressSite } from "./compress-site.ts";
import { copyDocs } from "./copy-docs.ts";
import { copyPages } from "./copy-pages.ts";
import { instancesOf, writeInstancesRecord } from "./instances-record.ts";
import { onDisk } from "./on-disk.ts";
import { type BuildOptions, buildOptions, SiteError } from "./options.ts";
import { noPageCache, openPageCache, type PageCache } from "./page-cache.ts";
import { besideSite, collectedInstances, MARKER, placeSite, refuseForeignFolder, stagedSite } from "./place-site.ts";
import {
  announceRelease,
  otherReleases,
  previousLeaderboard,
  readReleaseList,
  releaseList,
  sha256Of,
} from "./other-releases.ts";
import { plural } from "../text/format.ts";
import { preloadImports } from "./preload-imports.ts";
import { readLeaderboard } from "./read-leaderboard.ts";

const say = (line: string) => process.stderr.write(`${line}\n`);

interface RenderTarget {
  readonly stage: string;
  readonly site: string;
  readonly base: string;
  /** decides which pages are rendered */
  readonly pages: PageCache;
}

/** The part of a build that differs between a checkout, which has Astro, and the packed command line. */
export interface SiteRenderer {
  /** Makes a folder for the files of one build. */
  newStage(): Promise<string>;
  /** The folder of the built documentation. */
  docs(): Promise<string>;
  /** Writes the pages of the release that the environment names. */
  render(target: RenderTarget): Promise<void>;
}

/**
 * Builds the site of a release as the command line of this process says (options.ts). It reports progress on stderr and the result as one line of
 * JSON on stdout. Exit code 2: the user can correct the error.
 */
export async function buildSite(renderer: SiteRenderer): Promise<void> {
  try {
    const result = await build(buildOptions(process.argv.slice(2), process.cwd()), renderer);
    process.stdout.write(`${JSON.stringify(result)}\n`);
  } catch (error) {
    if (!(error instanceof SiteError)) throw error;
    say(`the site cannot be built: ${error.message}`);
    process.exitCode = exitCodes.userError;
  }
}

async function build(options: BuildOptions, renderer: SiteRenderer) {
  const leaderboard = await readLeaderboard(options.releaseDir);
  await refuseForeignFolder(options.out);
  const others = await otherReleases(options.out, options.base, await readReleaseList(options.releases));
  const listed = listedRelease(leaderboard, {
    base: options.base,
    sha256: await sha256Of(join(options.releaseDir, "leaderboard.json")),
    previous: await previousLeaderboard(leaderboard, others, options.previous),
  });
  process.env["NODE_ENV"] = "production";
  process.env["MEDHELM_RELEASE_DIR"] = options.releaseDir;
  process.env["MEDHELM_SITE_DATA"] = options.data ? "1" : "0";
  process.env["MEDHELM_SITE_SERVED"] = options.served ? "1" : "0";
  const stage = await renderer.newStage();
  const clean = () => {
    for (const folder of [stage, ...besideSite(options.out)]) rmSync(folder, { recursive: true, force: true });
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(signal, () => {
      clean();
      process.exit(exitCodes.bug);
    });
  try {
    return await onDisk(stage, () => buildIn(stage, { options, leaderboard, listed, others }, renderer));
  } finally {
    clean();
  }
}

interface Release {
  readonly options: BuildOptions;
  readonly leaderboard: Leaderboard;
  readonly listed: ListedRelease;
  readonly others: Awaited<ReturnType<typeof otherReleases>>;
}

async function buildIn(
  stage: string,
  { options, leaderboard, listed, others }: Release,
  { docs, render }: SiteRenderer,
) {
  const startMs = performance.now();
  const { out } = options;
  const collected = collectedInstances(out);
  const site = stagedSite(stage);
  const list = join(stage, "releases.json");
  await writeFile(list, releaseList(listed, others));
  process.env["MEDHELM_SITE_RELEASES"] = list;
  // Copied before the pages are rendered, which would report a missing file only as a stack trace.
  const copied = options.data ? await onDisk(out, () => copyPages(leaderboard, options, collected)) : undefined;
  say(
    `building ${leaderboard.kind} ${leaderboard.name}: ${plural(leaderboard.tables.length, "table")}, ${plural(leaderboard.runs.length, "run")}`,
  );
  const pages = options.served ? noPageCache() : await openPageCache(cacheInputs(options, leaderboard, list));
  await render({ stage, site, base: options.base, pages });
  await preloadImports(site, pages.isReused);
  const reused = await pages.finish(site);
  if (reused > 0)
    say(
      `${plural(pages.rendered(), "page or data file", "pages and data files")} rendered; ${reused} are as in the build before`,
    );
  await copyFile(join(options.releaseDir, "leaderboard.json"), join(site, "leaderboard.json"));
  await rename(list, join(site, "releases.json"));
  await writeFile(
    join(site, MARKER),
    `${JSON.stringify({ formatVersion: 1, name: leaderboard.name, base: options.base, date: leaderboard.date, listed })}\n`,
  );
  const count = (await readdir(site, { recursive: true })).filter((name) => name.endsWith(".html")).length;
  if (options.compress) await compressSite(site, options.out);
  await copyDocs(await docs(), join(site, "docs"), options.compress); // after the others, because its compressed files exist
  const hasInstances = copied !== undefined && copied.chunks > 0;
  if (hasInstances && !options.served) {
    const kept = new Set(copied.kept);
    writeInstancesRecord(site, options.compress, copied.sources, (slug) =>
      join(kept.has(slug) ? instancesOf(options.out) : collected, slug),
    );
  }
  await onDisk(out, () => placeSite(site, out, hasInstances ? { folder: collected, kept: copied.kept } : undefined));
  if (!options.served) await announceRelease(listed, others);
  return {
    out,
    base: options.base,
    name: leaderboard.name,
    pages: count,
    rendered: pages.rendered(),
    chunks: copied?.chunks ?? 0,
    ms: Math.round(performance.now() - startMs),
  };
}

const cacheInputs = ({ out, releaseDir, base, data }: BuildOptions, leaderboard: Leaderboard, releases: string) => ({
  out,
  releaseDir,
  leaderboard,
  releases,
  options: JSON.stringify({ base, data }),
});
