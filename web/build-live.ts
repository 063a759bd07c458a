import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { exitCodes } from "@medhelm/core/exit-codes";
import { prepareForAstro, stagedBuild } from "./src/build/for-astro.ts";
import { SiteError } from "./src/build/options.ts";
import { makeStage } from "./src/build/make-stage.ts";
import { placeSite, stagedSite } from "./src/build/place-site.ts";

/**
 * Builds the pages of web/live for the embedded stack: `node web/build-live.ts OUT BASE`. No public site has them, because their folder is not
 * one of its sources.
 */
const web = fileURLToPath(new URL("./", import.meta.url));
const [out = "", base = "/"] = process.argv.slice(2);
const target = resolve(out);
prepareForAstro(web, process.env);
try {
  const stage = await makeStage(web);
  try {
    const { build } = await import("astro");
    await build({ ...stagedBuild(web, stage, base), srcDir: "./live" });
    await placeSite(stagedSite(stage), target);
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
} catch (error) {
  if (!(error instanceof SiteError)) throw error;
  process.stderr.write(`the page cannot be built: ${error.message}\n`);
  process.exitCode = exitCodes.userError;
}
