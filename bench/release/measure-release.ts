import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { z } from "zod";

const Requests = z.object({
  put: z.int(),
  get: z.int(),
  head: z.int(),
  list: z.int(),
  copy: z.int(),
  delete: z.int(),
});
const MeasuredRelease = z.object({
  requests: Requests,
  seconds: z.number(),
  cpuSeconds: z.number(),
  maxRssBytes: z.number(),
  storeRssBytes: z.number(),
});
export type MeasuredRelease = z.infer<typeof MeasuredRelease>;

/**
 * Builds a release of `runs` runs in a child process with a heap of 600 MB, over a store whose requests take S3's usual times.
 * @throws Error if the child does not end well
 */
export function measureRelease(runs: number, instances = 1000): MeasuredRelease {
  const child = spawnSync(
    process.execPath,
    ["--max-old-space-size=600", join(import.meta.dirname, "release-child.ts"), String(runs), String(instances)],
    { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] },
  );
  if (child.status !== 0) throw new Error(`The release of ${runs} runs ended with ${child.signal ?? child.status}.`);
  return MeasuredRelease.parse(JSON.parse(child.stdout));
}
