import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BuiltSite, builtSite } from "./built-site.ts";
import { whyNoBrowser } from "./chromium.ts";
import { writeSampleRelease } from "./sample-release.ts";
import { violationsOf } from "./violations.ts";

const PAIR = "compare/?models=sample_model-1,sample_model-2";
const PAGES = [
  "compare/",
  "head-to-head/",
  "judges/",
  "taxonomy/",
  "downloads/",
  "releases/",
  "submit/",
  "api/",
  "404.html",
];

const chosen = (page: Page) =>
  page.locator("#compare form select").evaluateAll((all) => all.map((one) => ("value" in one ? one.value : "")));
const ready = (page: Page) => page.locator("[data-questions] .pairform").waitFor();

describe.skipIf(whyNoBrowser !== undefined)(
  `the pages that compare models, in a browser${whyNoBrowser ? ` (skipped: ${whyNoBrowser})` : ""}`,
  () => {
    let site: BuiltSite;

    beforeAll(async () => {
      site = await builtSite("compare", (dir) => writeSampleRelease(dir, { models: 4, benchmarks: 3 }));
    });
    afterAll(() => site?.close());

    const open = (path: string, options: BrowserContextOptions = {}) =>
      site.open(path, { viewport: { width: 1280, height: 900 }, ...options });

    it("the address names the models, and the back button returns to the ones before", async () => {
      const { page, close } = await open(PAIR);
      await ready(page);
      expect(await chosen(page)).toEqual(["sample_model-1", "sample_model-2", "", ""]);
      await page.locator("#compare form select").nth(2).selectOption("sample_model-3");
      await page.waitForURL("**/?models=sample_model-1,sample_model-2,sample_model-3");
      await page.locator("tr.band", { hasText: "Sample 0" }).waitFor();
      await page.goBack();
      await page.waitForURL(`**/${PAIR}`);
      await page.locator("tr.band", { hasText: "Ward rounds" }).waitFor();
      expect(await chosen(page)).toEqual(["sample_model-1", "sample_model-2", "", ""]);
      await close();
    });

    it("a benchmark has the values of both models and the number of common questions", async () => {
      const { page, close } = await open(PAIR);
      await ready(page);
      const row = page.locator("[data-forest] tr", { hasText: "Sample 0" });
      expect(await row.locator("td").allTextContents()).toEqual([
        "no common scale with other benchmarks",
        "0.00",
        "0.37",
        "0.74",
        "10",
        "not tested",
      ]);
      await close();
    });

    it("nothing on the screen moves while the script draws the page", async () => {
      const { page } = await open("submit/");
      await page.addInitScript(
        "globalThis.moved = 0; new PerformanceObserver((list) => { for (const { value } of list.getEntries()) moved += value; }).observe({ type: 'layout-shift', buffered: true });",
      );
      await page.goto(site.url + "compare/");
      await ready(page);
      expect(await page.evaluate("moved.toFixed(2)")).toBe("0.00");
      await page.context().close(); // the script would stay in the page
    });

    it("a file that cannot be loaded leaves a button that tries again", async () => {
      const { page, close } = await open("submit/");
      await page.route("**/compare/data.json", (route) => route.abort());
      await page.goto(site.url + PAIR);
      const again = page.getByRole("button", { name: "Try again" });
      await again.waitFor();
      await page.unroute("**/compare/data.json");
      await again.click();
      await ready(page);
      expect(await again.count()).toBe(0);
      await close();
    });

    it("without scripts, Compare names what needs one, links the tests of all pairs, and has no control", async () => {
      const { page, close } = await open(PAIR, { javaScriptEnabled: false });
      expect(await page.locator("noscript .stand").textContent()).toContain("needs a script");
      expect(await page.locator("select:visible, button:visible").count()).toBe(0);
      await page.locator("noscript").getByRole("link", { name: "Head to head" }).click();
      expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Head to head");
      await close();
    });

    it.each([320, 360])("no page scrolls sideways at %d px", async (width) => {
      const { page, close } = await open(PAIR, { viewport: { width, height: 740 } });
      await ready(page);
      for (const path of [PAIR, ...PAGES]) {
        await page.goto(site.url + path);
        expect([path, await page.evaluate("document.documentElement.scrollWidth")]).toEqual([path, width]);
      }
      await close();
    });

    it("two models with their questions have no accessibility violation", async () => {
      const { page, close } = await open(PAIR);
      await ready(page);
      expect(await violationsOf(page)).toEqual([]);
      await close();
    });
  },
);
