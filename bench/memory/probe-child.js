// Preloaded into a measured process: writes its peak memory and the longest turn of its event loop to the file MEDHELM_BENCH_PROBE when it ends. It is
// JavaScript, because Node takes 40 ms to prepare itself for TypeScript.
import { writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const file = process.env["MEDHELM_BENCH_PROBE"];
/** A turn is known to this precision. */
const EVERY_MS = 5;

if (isMainThread && file !== undefined) {
  let longestMs = 0;
  let beforeMs = cpuMs();
  // CPU time of this thread, because other programs of the machine may take the core meanwhile
  setInterval(() => {
    const nowMs = cpuMs();
    longestMs = Math.max(longestMs, nowMs - beforeMs);
    beforeMs = nowMs;
  }, EVERY_MS).unref();
  process.on("exit", () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    const cpuSeconds = (userCPUTime + systemCPUTime) / 1e6;
    writeFileSync(file, JSON.stringify({ cpuSeconds, peakMiB: maxRSS / 1024, longestTurnMs: longestMs }));
  });
}

function cpuMs() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
