// Imported into a medhelm process by --import: at its end it writes its peak memory and the longest stall of its event loop, as JSON.
import { writeFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { resourceUsage } from "node:process";
import { isMainThread } from "node:worker_threads";

const file = process.env["MEDHELM_PROBE"];
if (isMainThread && file !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  process.on("exit", () => {
    const { user, system } = process.cpuUsage();
    const measured = {
      maxRssBytes: resourceUsage().maxRSS * 1024,
      longestStallMs: delay.max / 1e6,
      cpuSeconds: (user + system) / 1e6,
    };
    writeFileSync(file, JSON.stringify(measured));
  });
}
