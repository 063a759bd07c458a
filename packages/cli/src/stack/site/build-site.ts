import { buildSite as build, type SiteBuild } from "@medhelm/service/release/site/build-site";
import { siteProgram } from "../../packaged.ts";
import { pageEnvironment } from "../settings/page-environment.ts";
import { interruptSignal } from "../../terminal/interrupt-signal.ts";

/** Builds the site of a release with web/ of this repository. A signal ends the program that builds, which would replace the earlier site later. */
export async function buildSite(site: SiteBuild): Promise<void> {
  const stop = interruptSignal();
  await build(siteProgram, { ...site, environment: pageEnvironment(process.env) }, stop.signal).finally(stop.dispose);
}
