import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";

const Usage = z.object({ cpuSeconds: z.number(), peakMiB: z.number() });

/** Runs Node with these arguments. @throws Error if it does not end well */
export function runMeasured(folder: string, args: readonly string[]) {
  const usage = join(folder, "usage.json");
  const preload = pathToFileURL(join(import.meta.dirname, "usage-child.js")).href;
  const startMs = performance.now();
  const { status, stderr } = spawnSync(process.execPath, [`--import=${preload}`, ...args], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, MEDHELM_BENCH_USAGE: usage },
  });
  const wallSeconds = (performance.now() - startMs) / 1000;
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}: ${stderr.slice(-2000)}`);
  return { wallSeconds, ...Usage.parse(JSON.parse(readFileSync(usage, "utf8"))) };
}
