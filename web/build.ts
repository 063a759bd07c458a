import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSite } from "./src/build/build-site.ts";
import { builtDocs } from "./src/build/built-docs.ts";
import { makeStage } from "./src/build/make-stage.ts";

/**
 * Builds the site of a release: `node web/build.ts --release-dir DIR --out DIR [--base /x/] [--no-data] [--served] [--compress] [--releases FILE] [--previous FILE]`.
 * It is a separate process, because Astro changes the working directory and takes half a second to import.
 */
const web = fileURLToPath(new URL("./", import.meta.url));

await buildSite({
  newStage: () => makeStage(web),
  docs: () => builtDocs(web),
  async render({ stage, site, base }) {
    // Astro writes its server chunks to <cwd>/.astro unless outDir is under the cwd. Two builds would then overwrite each other.
    process.chdir(web);
    process.env["ASTRO_TELEMETRY_DISABLED"] = "1";
    // Test runners and hosts set these variables, and Vite would let them override the base and the mode.
    for (const name of ["BASE_URL", "MODE", "DEV", "PROD", "SSR"]) delete process.env[name];
    const { build } = await import("astro");
    await build({
      root: web,
      outDir: site,
      cacheDir: join(stage, "cache"),
      base,
      logLevel: "error",
      vite: { cacheDir: join(stage, "vite"), logLevel: "warn" },
    });
  },
});
