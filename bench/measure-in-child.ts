import { spawnSync } from "node:child_process";
import { z } from "zod";

/** The requests to a counted store (bench/scale/counted-store.ts). */
export const StoreRequests = z.object({
  put: z.int(),
  get: z.int(),
  head: z.int(),
  list: z.int(),
  copy: z.int(),
  delete: z.int(),
});

/**
 * Runs a script in a child process, whose memory is that of the work alone. The child prints its measurement as JSON.
 * `args`: Node's options, the script, and its arguments. `what` names the work in an error.
 * @throws Error if the child does not end well
 */
export function measureInChild<T>(what: string, args: readonly string[], schema: z.ZodType<T>): T {
  const child = spawnSync(process.execPath, args, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  if (child.status !== 0) throw new Error(`${what} ended with ${child.signal ?? child.status}.`);
  return schema.parse(JSON.parse(child.stdout));
}
