// Builds a release of argv[2] runs of argv[3] instances and prints its costs as one line of JSON.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { resourceUsage } from "node:process";
import { systemClock } from "@medhelm/adapters/system-clock";
import { buildRelease } from "@medhelm/service/release/build-release";
import { S3_LATENCY_MS } from "../scale/assumptions.ts";
import { latencyStore } from "./latency-store.ts";
import { placeSuite, SUITE } from "./sealed-suite.ts";

const [runs = 0, instances = 0] = process.argv.slice(2).map(Number);
const folder = mkdtempSync(join(tmpdir(), "bench-release-"));
const packagedSchema = readFileSync(new URL("../../conf/schema_medhelm.yaml", import.meta.url), "utf8");
const objects = latencyStore(folder, S3_LATENCY_MS);
await placeSuite(objects, runs, instances, packagedSchema);
const before = { cpu: process.cpuUsage(), rss: process.memoryUsage.rss() };
const started = performance.now();
await buildRelease(
  { objects, clock: systemClock, cards: () => undefined, models: [], packagedSchema },
  { kind: "release", release: "r", suites: [SUITE], profile: "corrected", keepFirst: true },
);
const seconds = (performance.now() - started) / 1000;
const { user, system } = process.cpuUsage(before.cpu);
rmSync(folder, { recursive: true });
process.stdout.write(
  `${JSON.stringify({ requests: objects.requests, seconds, cpuSeconds: (user + system) / 1e6, maxRssBytes: resourceUsage().maxRSS * 1024, storeRssBytes: before.rss })}\n`,
);
