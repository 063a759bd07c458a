import { join } from "node:path";
import { z } from "zod";
import { measureInChild, StoreRequests } from "../measure-in-child.ts";

const MeasuredSite = z.object({
  requests: StoreRequests,
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
  const args = [join(import.meta.dirname, "site-child.ts"), String(runs), String(instances)];
  return measureInChild(`The site of ${runs} runs`, args, MeasuredSite);
}
