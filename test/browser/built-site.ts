import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { packedCli } from "../packed-cli.ts";
import { buildSite } from "./build-site.ts";
import { launch } from "./chromium.ts";
import { reusedPages } from "./reused-pages.ts";
import { serveFolder } from "./static-server.ts";

export type BuiltSite = Awaited<ReturnType<typeof builtSite>>;

/**
 * Builds the site of a release, serves it and starts a browser. The pages are the compiled ones of the packed command line, which take a part of
 * Astro's time; test/e2e/packed.test.ts compares a site of both.
 * @param name of the temporary folder
 * @param write writes the release into a folder
 * @param base the path under which the site is served
 */
export async function builtSite(name: string, write: (releaseDir: string) => void, base = "/x/") {
  const folder = join(tmpdir(), `medhelm-${name}-${process.pid}`);
  try {
    write(join(folder, "release"));
    const root = join(folder, "site");
    const args = ["--release-dir", join(folder, "release"), "--out", root, "--base", base];
    const { code, err } = await buildSite(args, "/", join(packedCli(), "build-packed.mjs"));
    if (code !== 0) throw new Error(err);
    return opened(await serveFolder(root, base), await launch(), folder);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

function opened(server: Awaited<ReturnType<typeof serveFolder>>, browser: Browser, folder: string) {
  const openPage = reusedPages(browser);
  return {
    url: server.url,
    /** Opens a page of the site, without what another test has left, and collects its console messages and errors. */
    open: (path: string, options: BrowserContextOptions) => openPage(server.url + path, options),
    async close() {
      await browser.close();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
