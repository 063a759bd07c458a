import { buildSite as build, type SiteBuild } from "@medhelm/service/release/site/build-site";
import { siteProgram } from "../packaged.ts";

/** Builds the site of a release with web/ of this repository. */
export const buildSite = async (site: SiteBuild): Promise<void> => build(siteProgram, site);
