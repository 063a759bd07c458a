// The site job of AWS Batch. The image contains `web/` with Astro in the folder of this program.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { IndexTable, readEnvironment, SiteBucket } from "../aws/environment.ts";
import { awsIndex } from "../aws/index.ts";
import { awsObjects } from "../aws/objects.ts";
import { awsLog } from "../aws/log.ts";
import { runProgram } from "../aws/run-program.ts";
import { buildSite, type SiteBuild } from "@medhelm/service/release/site/build-site";
import { publishSite } from "@medhelm/service/release/site/publish";

const Environment = z.object({
  MEDHELM_RESULTS_BUCKET: z.string().min(1),
  ...SiteBucket.shape,
  ...IndexTable.shape,
  MEDHELM_RELEASE: z.string().min(1),
});

/** In the repository, and in the image in the folder of the bundle. */
const places = ["../../web/build.ts", "./site/web/build.ts", "../site/web/build.ts"].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

const log = awsLog("site", process.env);

await runProgram(log, async (signal) => {
  const env = readEnvironment("site", Environment, process.env);
  const program = places.find((place) => existsSync(place));
  if (program === undefined) throw new Error(`there is no Astro site at ${places.join(" or ")}`);
  const objects = awsObjects(process.env);
  const index = awsIndex(env.MEDHELM_INDEX_TABLE);
  const build = (site: SiteBuild) => buildSite(program, site, signal);
  const release = env.MEDHELM_RELEASE;
  const say = (line: string): void => log("info", line, { release });
  log("info", "site published", { release, ended: await publishSite({ objects, index, build, signal, say }, release) });
});
