import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { z } from "zod";
import { rankedLeaderboard } from "../../test/browser/ranked-release.ts";
import { serveBuilt } from "./serve-built.ts";
import { slowPage } from "./slow-page.ts";
import { withBrowser } from "./with-browser.ts";

const LOADS = 5;
const Load = z.object({ fcp: z.number(), lcp: z.number(), cls: z.number(), inp: z.number() });
type Load = z.infer<typeof Load>;

/** Runs in the page before its own scripts. */
const OBSERVE = `
  globalThis.seen = { lcp: 0, cls: 0, inp: 0 };
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) seen.lcp = entry.startTime; }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) seen.cls += entry.value; }).observe({ type: "layout-shift", buffered: true });
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (entry.interactionId) seen.inp = Math.max(seen.inp, entry.duration); }).observe({ type: "event", durationThreshold: 16, buffered: true });
`;

/**
 * Builds an invented release of the given number of models and 37 benchmarks, and serves it with gzip. Prints the medians of five loads: compressed
 * bytes, first and largest paint, layout shift, and the longest of four interactions.
 */
export async function measurePageLoad(models: readonly number[]): Promise<void> {
  process.stdout.write(
    "| models | compressed, kB | of these script, kB | FCP, ms | LCP, ms | CLS | interaction, ms |\n|---|---|---|---|---|---|---|\n",
  );
  await withBrowser(async (browser, folder) => {
    for (const count of models) await measure(browser, folder, count);
  });
}

async function measure(chromium: Browser, folder: string, models: number): Promise<void> {
  const [release, site] = [join(folder, `r${models}`), join(folder, `s${models}`)];
  mkdirSync(release);
  const { runs, ...rest } = rankedLeaderboard({ models, benchmarks: 37 });
  writeFileSync(
    join(release, "leaderboard.json"),
    JSON.stringify({ ...rest, runs: runs.map((run) => ({ ...run, hasPages: false })) }),
  );
  const { url, sent, close } = await serveBuilt(release, site);
  const loads: Load[] = [];
  for (let i = 0; i < LOADS; i++) loads.push(await loadOnce(chromium, url));
  close();
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
  const { page, close } = await slowPage(chromium);
  await page.addInitScript(OBSERVE);
  await page.goto(url, { waitUntil: "networkidle" });
  await interact(page);
  const seen = await page.evaluate(
    "({ ...seen, fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0 })",
  );
  await close();
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
