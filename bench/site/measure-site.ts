import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { z } from "zod";

const MeasuredSite = z.object({
  requests: z.object({
    put: z.int(),
    get: z.int(),
    head: z.int(),
    list: z.int(),
    copy: z.int(),
    delete: z.int(),
  }),
  /** from the store */
  readBytes: z.int(),
  /** of the job's folder: the leaderboard and the pages */
  disk: z.object({ files: z.int(), bytes: z.int() }),
  /** from the start of the job to the published site */
  seconds: z.number(),
  /** of these, in the process of Astro */
  astroSeconds: z.number(),
  /** of the process of Astro */
  maxRssBytes: z.number(),
});
export type MeasuredSite = z.infer<typeof MeasuredSite>;

/**
 * Publishes the site of a release of `runs` runs in a child process, over a store whose requests take S3's usual times.
 * @throws Error if the child does not end well
 */
export function measureSite(runs: number, instances = 1000): MeasuredSite {
  const child = spawnSync(
    process.execPath,
    [join(import.meta.dirname, "site-child.ts"), String(runs), String(instances)],
    {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  if (child.status !== 0) throw new Error(`The site of ${runs} runs ended with ${child.signal ?? child.status}.`);
  return MeasuredSite.parse(JSON.parse(child.stdout));
}
