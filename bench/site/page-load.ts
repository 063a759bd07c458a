/**
 * Measures the leaderboard in Chromium on a slow line: `node bench/site/page-load.ts [models ...]`. It builds an invented release of so many
 * models and 37 benchmarks, serves it with gzip, and prints the median of five loads at 1.6 Mbit/s, 150 ms and a processor of a quarter of the
 * speed: compressed bytes, first and largest paint, layout shift, and the longest of four interactions.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { z } from "zod";
import { buildSite } from "../../test/browser/build-site.ts";
import { launch } from "../../test/browser/chromium.ts";
import { rankedLeaderboard } from "../../test/browser/ranked-release.ts";

const LOADS = 5;
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".css": "text/css",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

const Load = z.object({ fcp: z.number(), lcp: z.number(), cls: z.number(), inp: z.number() });
type Load = z.infer<typeof Load>;

/** Runs in the page before its own scripts. */
const OBSERVE = `
  globalThis.seen = { lcp: 0, cls: 0, inp: 0 };
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) seen.lcp = entry.startTime; }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) seen.cls += entry.value; }).observe({ type: "layout-shift", buffered: true });
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (entry.interactionId) seen.inp = Math.max(seen.inp, entry.duration); }).observe({ type: "event", durationThreshold: 16, buffered: true });
`;

process.stdout.write(
  "| models | compressed, kB | of these script, kB | FCP, ms | LCP, ms | CLS | interaction, ms |\n|---|---|---|---|---|---|---|\n",
);
const folder = mkdtempSync(join(tmpdir(), "bench-page-"));
const browser = await launch();
try {
  const models = process.argv.slice(2).map(Number);
  for (const count of models.length > 0 ? models : [40, 200]) await measure(browser, count);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(chromium: Browser, models: number): Promise<void> {
  const [release, site] = [join(folder, `r${models}`), join(folder, `s${models}`)];
  mkdirSync(release);
  const { runs, ...rest } = rankedLeaderboard({ models, benchmarks: 37 });
  writeFileSync(
    join(release, "leaderboard.json"),
    JSON.stringify({ ...rest, runs: runs.map((run) => ({ ...run, hasPages: false })) }),
  );
  const { code, err } = await buildSite(["--release-dir", release, "--out", site]);
  if (code !== 0) throw new Error(err);
  const sent = new Map<string, number>();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const name = pathname.endsWith("/") ? `${pathname}index.html` : pathname;
    try {
      const content = readFileSync(join(site, name));
      const isPacked = extname(name) === ".woff2";
      const body = isPacked ? content : gzipSync(content, { level: 9 });
      sent.set(name, body.length);
      response.writeHead(200, {
        "content-type": TYPES[extname(name)] ?? "text/plain",
        ...(isPacked ? {} : { "content-encoding": "gzip" }),
      });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  }).listen(0, "127.0.0.1");
  await new Promise((listening) => server.once("listening", listening));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  const loads: Load[] = [];
  for (let i = 0; i < LOADS; i++) loads.push(await loadOnce(chromium, `http://127.0.0.1:${address.port}/`));
  server.close();
  const total = [...sent].reduce((sum, [name, bytes]) => (name.startsWith("/cells/") ? sum : sum + bytes), 0);
  const script = [...sent].reduce((sum, [name, bytes]) => (name.endsWith(".js") ? sum + bytes : sum), 0);
  const middle = (key: keyof Load, digits = 0) =>
    (loads.map((load) => load[key]).toSorted((a, b) => a - b)[LOADS >> 1] ?? 0).toFixed(digits);
  const cells = [models, kb(total), kb(script), middle("fcp"), middle("lcp"), middle("cls", 3), middle("inp")];
  process.stdout.write(`| ${cells.join(" | ")} |\n`);
}

function kb(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}

async function loadOnce(chromium: Browser, url: string): Promise<Load> {
  const context = await chromium.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", SLOW_4G);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.addInitScript(OBSERVE);
  await page.goto(url, { waitUntil: "networkidle" });
  await interact(page);
  const seen = await page.evaluate(
    "({ ...seen, fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0 })",
  );
  await context.close();
  return Load.parse(seen);
}

/** Shows all rows, marks the equals of a rank, opens the filters, and sets one. */
async function interact(page: Page): Promise<void> {
  await page.locator(".rank tbody .rk button").first().click();
  await page.locator(".allp label").first().click();
  await page.getByText("Filter", { exact: true }).click();
  await page.getByLabel("Open weights").check();
  await page.waitForTimeout(500);
}
