import { buildSite as build, type SiteBuild } from "@medhelm/service/release/site/build-site";
import { siteProgram } from "../packaged.ts";

/** The site of a release, by the web/ of this repository. */
export const buildSite = async (site: SiteBuild): Promise<void> => build(siteProgram(), site);
