import { fileURLToPath } from "node:url";
import { buildSite as build, type SiteBuild } from "@medhelm/functions/site/build-site";

const program = fileURLToPath(new URL("../../../web/build.ts", import.meta.url));

/** The site of a release, by the web/ of this repository. */
export const buildSite = (site: SiteBuild): Promise<void> => build(program, site);
