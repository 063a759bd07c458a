import { fileURLToPath } from "node:url";
import { buildSite } from "./src/build/build-site.ts";
import { makeTemporaryStage } from "./src/build/make-stage.ts";
import { renderShell } from "./src/build/site-shell.ts";

/** As build.ts, with the compiled shell next to this program in place of Astro. scripts/bundle.ts packs it. */
await buildSite({
  docs: async () => fileURLToPath(new URL("docs-site", import.meta.url)),
  newStage: makeTemporaryStage,
  render: ({ stage, site, base, pages }) =>
    renderShell(fileURLToPath(new URL("shell/site", import.meta.url)), { stage, site, base, pages }),
});
