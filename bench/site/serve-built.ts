import { buildSite } from "../../test/browser/build-site.ts";
import { serveCompressed } from "./serve-compressed.ts";

/** Builds the site of a release's folder and serves it with gzip. */
export async function serveBuilt(release: string, site: string): ReturnType<typeof serveCompressed> {
  const { code, err } = await buildSite(["--release-dir", release, "--out", site]);
  if (code !== 0) throw new Error(err);
  return serveCompressed(site);
}
