/** The stack's site job. It builds a release's site, and then makes it the latest one. On AWS Batch it uploads the site in between. */
import { dirname, join, resolve } from "node:path";
import { keepReportsPrivate } from "@medhelm/adapters/private-reports";
import { dieWithParent } from "@medhelm/adapters/compute/child-program";
import { makeFolders } from "@medhelm/adapters/make-folders";
import { StoredRelease } from "@medhelm/core/release/release-request";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson, putJson } from "@medhelm/core/store/objects";
import { z } from "zod";
import { reportError } from "../terminal/report-error.ts";
import { openStore } from "../places/open-store.ts";
import { buildSite } from "./site/build-site.ts";
import { refreshRelease } from "@medhelm/service/index/releases";
import { openIndex } from "./store/open-index.ts";
import { leaveUnpublished } from "@medhelm/service/release/site/leave-unpublished";
import { listRelease } from "@medhelm/service/release/site/release-list";
import { switchPointer } from "@medhelm/service/release/site/pointer";
import { publishSite } from "@medhelm/service/release/site/publish";
import { interruptSignal } from "../terminal/interrupt-signal.ts";
import { printMessage } from "../terminal/print-message.ts";
import { readSettings } from "./settings/stack-settings.ts";

keepReportsPrivate();

const Environment = z.object({ MEDHELM_RELEASE: z.string() });

dieWithParent();
try {
  const settings = readSettings(process.argv);
  const outputPath = resolve(settings.outputPath);
  const { MEDHELM_RELEASE: release } = Environment.parse(process.env);
  if (settings.store === undefined) await publishHere(outputPath, release);
  else {
    const ports = { objects: openStore(outputPath), index: openIndex(outputPath), build: buildSite, say: printMessage };
    await publishSite({ ...ports, signal: interruptSignal().signal }, release);
  }
} catch (error) {
  process.exitCode = reportError(error);
}

/** Builds the site from the files of the release, which are in the folder, into its place. Each reader of the service may read sites. */
async function publishHere(outputPath: string, release: string): Promise<void> {
  const objects = openStore(outputPath, { fsync: false });
  const index = openIndex(outputPath);
  const stored = await getJson(objects, keys.releaseRequest(release), StoredRelease);
  if (stored?.request.publish === false) return leaveUnpublished({ objects, index }, release);
  const outDir = resolve(outputPath, keys.site(release));
  makeFolders(dirname(outDir));
  await buildSite({
    releaseDir: join(outputPath, keys.release(release)),
    outDir,
    base: `/r/${release}/`,
    served: true,
    compress: true,
  });
  await listRelease(objects, outDir);
  await switchPointer(objects, release);
  await putJson(objects, keys.sitePublished(release), { formatVersion: 1 });
  await refreshRelease({ objects, index }, release);
}
