import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { z } from "zod";
import { sampleLeaderboard } from "../../test/browser/sample-release.ts";
import { inventedPages } from "./invented-pages.ts";
import { serveBuilt } from "./serve-built.ts";
import { slowPage } from "./slow-page.ts";
import { withBrowser } from "./with-browser.ts";

const LOADS = 5;
/** Records in the page when the first instance is painted. */
const OBSERVE = `
  globalThis.firstInstance = 0;
  new MutationObserver((_, observer) => {
    if (document.querySelector("article.instance pre") === null) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => (globalThis.firstInstance = performance.now())));
  }).observe(document, { childList: true, subtree: true });
`;

const Seen = z.object({ ms: z.number(), files: z.array(z.string()) });
/** The time, and the files that arrived before it. */
const SEEN = `({
  ms: firstInstance,
  files: performance.getEntriesByType("resource").filter(({ responseEnd }) => responseEnd > 0 && responseEnd <= firstInstance).map(({ name }) => decodeURIComponent(new URL(name).pathname)),
})`;

/**
 * Builds the site of an invented run with the given number of instances and of another model's run, and serves it with gzip. Prints the medians of
 * five loads of the run's page, and of the address of an instance in its middle.
 */
export async function measureFirstInstance(sizes: readonly number[]): Promise<void> {
  process.stdout.write(
    "| instances | page | first instance, ms | requests before it | of these data files | compressed, kB | of these data, kB |\n|---|---|---|---|---|---|---|\n",
  );
  await withBrowser(async (browser, folder) => {
    for (const instances of sizes) await measure(browser, folder, instances);
  });
}

async function measure(chromium: Browser, folder: string, instances: number): Promise<void> {
  const [release, site] = [join(folder, `r${instances}`), join(folder, `s${instances}`)];
  mkdirSync(release);
  const { runs, ...rest } = sampleLeaderboard({ models: 2, benchmarks: 1 });
  writeFileSync(join(release, "leaderboard.json"), JSON.stringify({ ...rest, runs }));
  for (const { slug } of runs) await writePages(join(release, "pages", slug), instances);
  const server = await serveBuilt(release, site);
  const address = `${server.url}runs/${encodeURIComponent(runs[1]?.slug ?? "")}/`;
  for (const [name, url] of [
    ["run", address],
    ["address of an instance", `${address}#id${instances / 2}`],
  ] as const)
    await report(chromium, { instances, name, url, sent: server.sent });
  server.close();
}

interface Measured {
  readonly instances: number;
  readonly name: string;
  readonly url: string;
  readonly sent: Map<string, number>;
}

async function report(chromium: Browser, { instances, name, url, sent }: Measured): Promise<void> {
  const loads: z.infer<typeof Seen>[] = [];
  for (let i = 0; i < LOADS; i++) loads.push(await loadOnce(chromium, url));
  const middle = loads.toSorted((a, b) => a.ms - b.ms)[LOADS >> 1];
  const page = decodeURIComponent(new URL(url).pathname);
  const files = [`${page}index.html`, ...new Set(middle?.files)].map((file) => [file, sent.get(file) ?? 0] as const);
  const data = files.filter(([file]) => file.startsWith("/data/"));
  const cells = [
    instances.toLocaleString("en-US"),
    name,
    (middle?.ms ?? 0).toFixed(0),
    files.length,
    data.length,
    kb(files),
    kb(data),
  ];
  process.stdout.write(`| ${cells.join(" | ")} |\n`);
}

function kb(files: readonly (readonly [string, number])[]): string {
  return (files.reduce((sum, [, bytes]) => sum + bytes, 0) / 1000).toFixed(1);
}

async function loadOnce(chromium: Browser, url: string): Promise<z.infer<typeof Seen>> {
  const { page, close } = await slowPage(chromium, { width: 1440, height: 900 });
  await page.addInitScript(OBSERVE);
  await page.goto(url, { waitUntil: "commit" });
  const seen = async (): Promise<z.infer<typeof Seen>> => {
    const found = Seen.parse(await page.evaluate(SEEN));
    if (found.ms > 0) return found;
    await page.waitForTimeout(20);
    return seen();
  };
  const found = await seen();
  await close();
  return found;
}

async function writePages(to: string, instances: number): Promise<void> {
  mkdirSync(to, { recursive: true });
  for await (const { file, body } of inventedPages(instances)) writeFileSync(join(to, file), body);
}
