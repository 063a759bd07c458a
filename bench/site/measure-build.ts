import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { z } from "zod";

const SCRIPT = fileURLToPath(new URL("../../web/build.ts", import.meta.url));
/** A module that makes the process write what it has used when it ends. */
const REPORT = `data:text/javascript,${encodeURIComponent(
  'import { writeSync } from "node:fs"; process.on("exit", () => { const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage(); writeSync(1, JSON.stringify({ userCPUTime, systemCPUTime, maxRSS }) + "\\n"); });',
)}`;

const Result = z.object({ rendered: z.int() });
const Used = z.object({ userCPUTime: z.number(), systemCPUTime: z.number(), maxRSS: z.number() });

interface MeasuredBuild {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly maxRssBytes: number;
  /** pages and data files */
  readonly rendered: number;
}

/** Builds a site with compressed files in a child process, as `medhelm site build` does. */
export function measureBuild(release: string, site: string): MeasuredBuild {
  const started = performance.now();
  const { status, stdout } = spawnSync(
    process.execPath,
    [`--import=${REPORT}`, SCRIPT, "--release-dir", release, "--out", site, "--compress"],
    { stdio: ["ignore", "pipe", "inherit"], encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`the build ended with ${status}`);
  const [result = "", used = ""] = stdout.trim().split("\n");
  const { userCPUTime, systemCPUTime, maxRSS } = Used.parse(JSON.parse(used));
  return {
    seconds: (performance.now() - started) / 1000,
    cpuSeconds: (userCPUTime + systemCPUTime) / 1e6,
    maxRssBytes: maxRSS * 1024,
    ...Result.parse(JSON.parse(result)),
  };
}
