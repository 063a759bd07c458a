// Builds a release of argv[2] runs of argv[3] instances and prints its costs as one line of JSON.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { resourceUsage } from "node:process";
import { systemClock } from "@medhelm/adapters/system-clock";
import { keys } from "@medhelm/core/store/object-keys";
import { buildRequestedRelease } from "@medhelm/service/release/build-requested-release";
import { S3_LATENCY_MS } from "../scale/assumptions.ts";
import { latencyStore } from "./latency-store.ts";
import { placeSuite, SUITE } from "./sealed-suite.ts";

const REQUEST = {
  formatVersion: 1,
  owner: "o",
  createdAt: "2026-01-01T00:00:00.000Z",
  request: { name: "r", suites: [SUITE], profile: "corrected", publish: true },
};

const [runs = 0, instances = 0] = process.argv.slice(2).map(Number);
const folder = mkdtempSync(join(tmpdir(), "bench-release-"));
const packagedSchema = readFileSync(new URL("../../conf/schema_medhelm.yaml", import.meta.url), "utf8");
const objects = latencyStore(folder, S3_LATENCY_MS);
await placeSuite(objects, runs, instances, packagedSchema);
objects.place(keys.releaseRequest("r"), () => JSON.stringify(REQUEST));
const before = { cpu: process.cpuUsage(), rss: process.memoryUsage.rss() };
const started = performance.now();
const built = await buildRequestedRelease(
  { objects, clock: systemClock, cards: () => undefined, models: [], packagedSchema },
  "r",
);
if (built !== "built") throw new Error(`the release is ${built}`);
const seconds = (performance.now() - started) / 1000;
const { user, system } = process.cpuUsage(before.cpu);
rmSync(folder, { recursive: true });
process.stdout.write(
  `${JSON.stringify({ requests: objects.requests, seconds, cpuSeconds: (user + system) / 1e6, maxRssBytes: resourceUsage().maxRSS * 1024, storeRssBytes: before.rss })}\n`,
);
