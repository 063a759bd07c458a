import { rmSync } from "node:fs";
import { copyFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { exitCodes } from "@medhelm/core/exit-codes";
import { listedRelease } from "@medhelm/core/release/release-list";
import { compressSite } from "./src/build/compress-site.ts";
import { builtDocs } from "./src/build/built-docs.ts";
import { copyDocs } from "./src/build/copy-docs.ts";
import { copyPages } from "./src/build/copy-pages.ts";
import { type BuildOptions, buildOptions, SiteError } from "./src/build/options.ts";
import { makeStage } from "./src/build/make-stage.ts";
import { MARKER, placeSite, refuseForeignFolder, stagedSite } from "./src/build/place-site.ts";
import {
  announceRelease,
  otherReleases,
  previousLeaderboard,
  readReleaseList,
  releaseList,
  sha256Of,
} from "./src/build/other-releases.ts";
import { preloadImports } from "./src/build/preload-imports.ts";
import { readLeaderboard } from "./src/build/read-leaderboard.ts";

/**
 * Builds the site of a release: `node web/build.ts --release-dir DIR --out DIR [--base /x/] [--no-data] [--served] [--compress] [--releases FILE] [--previous FILE]`.
 * It is a separate process, because Astro changes the working directory and takes half a second to import.
 * It reports progress on stderr and the result as one line of JSON on stdout. Exit code 2: the user can correct the error.
 */
const web = fileURLToPath(new URL("./", import.meta.url));
const say = (line: string) => process.stderr.write(`${line}\n`);

async function main(options: BuildOptions) {
  const startMs = performance.now();
  const leaderboard = await readLeaderboard(options.releaseDir);
  await refuseForeignFolder(options.out);
  const others = await otherReleases(options.out, options.base, await readReleaseList(options.releases));
  const listed = listedRelease(leaderboard, {
    base: options.base,
    sha256: await sha256Of(join(options.releaseDir, "leaderboard.json")),
    previous: await previousLeaderboard(leaderboard, others, options.previous),
  });
  // Astro writes its server chunks to <cwd>/.astro unless outDir is under the cwd. Two builds would then overwrite each other.
  process.chdir(web);
  process.env["ASTRO_TELEMETRY_DISABLED"] = "1";
  // Test runners and hosts set these variables, and Vite would let them override the base and the mode.
  for (const name of ["BASE_URL", "MODE", "DEV", "PROD", "SSR"]) delete process.env[name];
  process.env["NODE_ENV"] = "production";
  process.env["MEDHELM_RELEASE_DIR"] = options.releaseDir;
  process.env["MEDHELM_SITE_DATA"] = options.data ? "1" : "0";
  process.env["MEDHELM_SITE_SERVED"] = options.served ? "1" : "0";
  const stage = await makeStage(web);
  const clean = () => rmSync(stage, { recursive: true, force: true });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(signal, () => {
      clean();
      process.exit(exitCodes.bug);
    });
  try {
    const site = stagedSite(stage);
    const list = join(stage, "releases.json");
    await writeFile(list, releaseList(listed, others));
    process.env["MEDHELM_SITE_RELEASES"] = list;
    // Copied before Astro runs, which reports a missing page only as a stack trace.
    const chunks = options.data ? await copyPages(leaderboard, options, stage) : 0;
    say(
      `building ${leaderboard.kind} ${leaderboard.name}: ${leaderboard.tables.length} tables, ${leaderboard.runs.length} runs`,
    );
    await astro(stage, site, options.base);
    await preloadImports(site);
    await copyFile(join(options.releaseDir, "leaderboard.json"), join(site, "leaderboard.json"));
    await rename(list, join(site, "releases.json"));
    if (chunks > 0) await rename(join(stage, "data"), join(site, "data"));
    await writeFile(
      join(site, MARKER),
      `${JSON.stringify({ formatVersion: 1, name: leaderboard.name, base: options.base, date: leaderboard.date, listed })}\n`,
    );
    const pages = (await readdir(site, { recursive: true })).filter((name) => name.endsWith(".html")).length;
    if (options.compress) await compressSite(site, options.out);
    await copyDocs(await builtDocs(web), join(site, "docs"), options.compress); // after the others, because its compressed files exist
    await placeSite(site, options.out);
    if (!options.served) await announceRelease(listed, others);
    return {
      out: options.out,
      base: options.base,
      name: leaderboard.name,
      pages,
      chunks,
      ms: Math.round(performance.now() - startMs),
    };
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

async function astro(stage: string, site: string, base: string): Promise<void> {
  const { build } = await import("astro");
  await build({
    root: web,
    outDir: site,
    cacheDir: join(stage, "cache"),
    base,
    logLevel: "error",
    vite: { cacheDir: join(stage, "vite"), logLevel: "warn" },
  });
}

try {
  const result = await main(buildOptions(process.argv.slice(2), process.cwd()));
  process.stdout.write(`${JSON.stringify(result)}\n`);
} catch (error) {
  if (!(error instanceof SiteError)) throw error;
  say(`the site cannot be built: ${error.message}`);
  process.exitCode = exitCodes.userError;
}
