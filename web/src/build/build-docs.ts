import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { contentPolicy } from "./content-policy.ts";
import { compressFile, compressSite } from "./compress-site.ts";
import { stagedBuild } from "./for-astro.ts";
import { makeStage } from "./make-stage.ts";
import { stagedSite } from "./place-site.ts";
import { withRelativeLinks } from "../docs/relative-links.ts";

/** Astro writes absolute addresses. No text of the documentation contains this one. */
const BASE = "/medhelm-docs-base/";

/** Each search loads the whole index: quality 10 saves a tenth, and takes a quarter of a second. */
const EACH_SEARCH = { gzip: 9, brotli: 10 };

/** Builds the documentation into `out`, a new folder below `web`. Its links are relative, so the folder works below any address, and from a disk. */
export async function buildDocs(web: string, out: string): Promise<void> {
  const stage = await makeStage(web);
  try {
    const site = stagedSite(stage);
    await astro(web, stage);
    const { build } = await import("esbuild");
    await build({
      entryPoints: [join(web, "src/docs/search-page.ts")],
      outfile: join(site, "search.js"),
      bundle: true,
      minify: true,
      format: "iife", // no module, because a browser loads no module from a disk
      logLevel: "warning",
    });
    for (const name of await readdir(site, { recursive: true })) {
      if (!/\.(?:html|css)$/.test(name)) continue;
      const path = join(site, name);
      const text = await readFile(path, "utf8");
      await writeFile(path, withRelativeLinks(text, BASE, name.split(sep).join("/")));
    }
    await compressSite(site);
    await compressFile(join(site, "search-index.js"), EACH_SEARCH);
    await rename(site, out);
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

async function astro(web: string, stage: string): Promise<void> {
  const options = stagedBuild(web, stage, BASE);
  const { build } = await import("astro");
  const { satteri } = await import("@astrojs/markdown-satteri");
  await build({
    ...options,
    configFile: false, // its policy would be joined to this one
    srcDir: "./docs",
    output: "static",
    compressHTML: true,
    markdown: {
      syntaxHighlight: false,
      processor: satteri({ features: { smartPunctuation: false } }), // it would join the two signs of --option
    },
    // Addresses end in .html, because a browser that reads from a disk opens no index.html for a folder.
    build: { inlineStylesheets: "never", format: "file" },
    security: contentPolicy("'self'"),
    vite: { ...options.vite, build: { assetsInlineLimit: 0 } },
  });
}
