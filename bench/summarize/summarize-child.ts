// Summarises the suite argv[3] of the folder argv[2] with argv[4] threads, and prints its costs as one line of JSON.
import { resourceUsage } from "node:process";
import { threadMap } from "@medhelm/adapters/threads/thread-map";
import type { ParallelMap } from "@medhelm/core/ports";
import { summarizeSuite } from "@medhelm/service/release/build-release";
import { openSuite } from "./open-suite.ts";

const [, , folder = "", suite = "", threads = "1"] = process.argv;
const map = threadMap(Number(threads));
let drawnMs = 0;
const timed: ParallelMap = async (calls) => {
  const started = performance.now();
  const results = await map(calls);
  drawnMs += performance.now() - started;
  return results;
};
const ports = { ...(await openSuite(folder)), map: timed };
const started = performance.now();
const { runs } = await summarizeSuite(ports, { kind: "suite", suite, profile: "helm" });
const seconds = (performance.now() - started) / 1000;
const { user, system } = process.cpuUsage();
process.stdout.write(
  `${JSON.stringify({ runs, seconds, replicateSeconds: drawnMs / 1000, cpuSeconds: (user + system) / 1e6, maxRssBytes: resourceUsage().maxRSS * 1024 })}\n`,
);
