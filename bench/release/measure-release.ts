import { join } from "node:path";
import { z } from "zod";
import { measureInChild, StoreRequests } from "../measure-in-child.ts";

const MeasuredRelease = z.object({
  requests: StoreRequests,
  seconds: z.number(),
  cpuSeconds: z.number(),
  maxRssBytes: z.number(),
  storeRssBytes: z.number(),
});
export type MeasuredRelease = z.infer<typeof MeasuredRelease>;

/**
 * Builds a release of `runs` runs in a child process with a heap of 450 MB, over a store whose requests take S3's usual times.
 * @throws Error if the child does not end well
 */
export function measureRelease(runs: number, instances = 1000): MeasuredRelease {
  const script = join(import.meta.dirname, "release-child.ts");
  const args = ["--max-old-space-size=450", script, String(runs), String(instances)];
  return measureInChild(`The release of ${runs} runs`, args, MeasuredRelease);
}
