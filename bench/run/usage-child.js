// Preloaded into a measured process: writes its CPU seconds and peak memory to the file MEDHELM_BENCH_USAGE when it ends. It is JavaScript,
// because Node takes 40 ms to prepare itself for TypeScript.
import { writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const file = process.env["MEDHELM_BENCH_USAGE"];
if (isMainThread && file !== undefined)
  process.on("exit", () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    writeFileSync(file, JSON.stringify({ cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, peakMiB: maxRSS / 1024 }));
  });
