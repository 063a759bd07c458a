import { fileURLToPath } from "node:url";
import { buildSite } from "./src/build/build-site.ts";
import { builtDocs } from "./src/build/built-docs.ts";
import { prepareForAstro, stagedBuild } from "./src/build/for-astro.ts";
import { changedPages } from "./src/build/changed-pages.ts";
import { makeStage } from "./src/build/make-stage.ts";

/**
 * Builds the site of a release: `node web/build.ts --release-dir DIR --out DIR [--base /x/] [--no-data] [--served] [--compress] [--releases FILE] [--previous FILE]`.
 * It is a separate process, because Astro changes the working directory and takes half a second to import.
 */
const web = fileURLToPath(new URL("./", import.meta.url));

await buildSite({
  newStage: () => makeStage(web),
  docs: () => builtDocs(web),
  async render({ stage, site, base, pages }) {
    prepareForAstro(web, process.env);
    const { build } = await import("astro");
    await build({ ...stagedBuild(web, stage, base), integrations: [changedPages(site, base, pages)] });
  },
});
