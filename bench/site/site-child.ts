// Builds a release of argv[2] runs of argv[3] instances, then runs the site job, and prints the costs of the site as one line of JSON.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { systemClock } from "@medhelm/adapters/system-clock";
import type { ObjectStore } from "@medhelm/core/ports";
import { keys } from "@medhelm/core/store/object-keys";
import { buildRequestedRelease } from "@medhelm/service/release/build-requested-release";
import { buildSite } from "@medhelm/service/release/site/build-site";
import { publishSite } from "@medhelm/service/release/site/publish";
import { latencyStore } from "../release/latency-store.ts";
import { placeSuite, SUITE } from "../release/sealed-suite.ts";
import { S3_LATENCY_MS } from "../scale/assumptions.ts";
import { minus } from "../scale/counted-store.ts";

const REQUEST = {
  formatVersion: 1,
  owner: "o",
  createdAt: "2026-01-01T00:00:00.000Z",
  request: { name: "r", suites: [SUITE], profile: "corrected", publish: true },
};
const NO_LATENCY = { put: 0, get: 0, head: 0, list: 0, copy: 0, delete: 0 };
const WEB = fileURLToPath(new URL("../../web/build.ts", import.meta.url));

const [runs = 0, instances = 0] = process.argv.slice(2).map(Number);
const folder = mkdtempSync(join(tmpdir(), "bench-site-"));
try {
  const packagedSchema = readFileSync(new URL("../../conf/schema_medhelm.yaml", import.meta.url), "utf8");
  const latency = { ...NO_LATENCY };
  const objects = latencyStore(folder, latency);
  await placeSuite(objects, runs, instances, packagedSchema);
  objects.place(keys.releaseRequest("r"), () => JSON.stringify(REQUEST));
  const built = await buildRequestedRelease(
    { objects, clock: systemClock, cards: () => undefined, models: [], packagedSchema },
    "r",
  );
  if (built !== "built") throw new Error(`the release is ${built}`);

  Object.assign(latency, S3_LATENCY_MS); // the release is measured by bench/release
  const before = { ...objects.requests };
  let readBytes = 0;
  const counted: ObjectStore = {
    ...objects,
    async get(key) {
      const found = await objects.get(key);
      readBytes += found?.body.length ?? 0;
      return found;
    },
    async *stream(key, range) {
      for await (const chunk of objects.stream(key, range)) {
        readBytes += chunk.length;
        yield chunk;
      }
    },
  };
  let disk = { files: 0, bytes: 0 };
  const rssFile = join(folder, "rss");
  process.env["NODE_OPTIONS"] = `--import=${dataUrl(rssFile)}`;
  const started = performance.now();
  let astroSeconds = 0;
  await publishSite(
    {
      objects: counted,
      signal: new AbortController().signal,
      say: () => undefined,
      async build(site) {
        const startedMs = performance.now();
        await buildSite(WEB, site);
        astroSeconds = (performance.now() - startedMs) / 1000;
        const [from, to] = [sizeOf(site.releaseDir), sizeOf(site.outDir)];
        disk = { files: from.files + to.files, bytes: from.bytes + to.bytes };
      },
    },
    "r",
  );
  const seconds = (performance.now() - started) / 1000;
  const maxRssBytes = Number(readFileSync(rssFile, "utf8")) * 1024;
  const requests = minus(objects.requests, before);
  process.stdout.write(`${JSON.stringify({ requests, readBytes, disk, seconds, astroSeconds, maxRssBytes })}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** A module that writes the peak memory of the process of Astro when it ends. */
function dataUrl(file: string): string {
  const source = `import { writeFileSync } from "node:fs"; process.on("exit", () => writeFileSync(${JSON.stringify(file)}, String(process.resourceUsage().maxRSS)));`;
  return `data:text/javascript,${encodeURIComponent(source)}`;
}

function sizeOf(place: string): { readonly files: number; readonly bytes: number } {
  const entries = readdirSync(place, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = entries.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
  return { files: entries.length, bytes };
}
