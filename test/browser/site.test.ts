import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BuiltSite, builtSite } from "./built-site.ts";
import { whyNoBrowser } from "./chromium.ts";
import { paperTests } from "./paper-tests.ts";
import { smallTargets, useTallFont } from "./small-targets.ts";
import { HOSTILE, writeSampleRelease } from "./sample-release.ts";
import { violationsInBothSchemes } from "./violations.ts";

const RUN = "runs/main_sample_bench_0,model=sample_1/";
const GATED = "runs/main_sample_bench_1,model=sample_1/";

const PAGES = fileURLToPath(new URL("../../web/src/pages/", import.meta.url));
/** The addresses of the pages without a parameter, so that a new page is tested without an entry here. */
const singlePages = () =>
  readdirSync(PAGES, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith("index.astro") && !name.includes("["))
    .map((name) => name.slice(0, -"index.astro".length));

const instances = (page: Page) => page.locator("article.instance");
const ready = (page: Page) => instances(page).first().waitFor();
const firstColumn = (page: Page) => page.locator("table.wide-table tbody th").allTextContents();

describe.skipIf(whyNoBrowser !== undefined)(
  `the site in a browser${whyNoBrowser ? ` (skipped: ${whyNoBrowser})` : ""}`,
  () => {
    let site: BuiltSite;

    beforeAll(async () => {
      site = await builtSite("browser", (dir) => writeSampleRelease(dir, { models: 6, benchmarks: 37 }));
    });
    afterAll(() => site?.close());

    const open = (path: string, options: BrowserContextOptions = {}) =>
      site.open(path, { viewport: { width: 1280, height: 900 }, ...options });

    it("leads from the leaderboard to a benchmark, a run and one instance", async () => {
      const { page, complaints, close } = await open("");
      await page.locator(".heat").getByRole("link", { name: "Sample 0", exact: true }).click();
      await page.getByRole("heading", { level: 1, name: "Sample 0" }).waitFor();
      await page.getByRole("link", { name: "run of sample/model-1" }).click();
      await page.getByRole("heading", { level: 1, name: "Sample Model 1 on Sample 0" }).waitFor();
      await ready(page);
      await page.locator("#items li").nth(9).waitFor();
      expect(await page.locator("#items li").count()).toBe(10);
      await page.locator("#items a", { hasText: "id3" }).first().click();
      expect(new URL(page.url()).hash).toBe("#id3");
      const instance = page.locator("[id='i-id3']");
      await instance.waitFor();
      expect(await instance.textContent()).toContain("Which tray is number 1?");
      expect(await instance.locator("li.correct").textContent()).toBe("blue✓ correct");
      expect(await instance.textContent()).toContain("stand-in, not a language model");
      // a run of an older version has no list
      expect(complaints.filter((text) => !text.includes("404"))).toEqual([]);
      await close();
    });

    it("finds the chunk of the instance in the address, with and without the number of the chunk", async () => {
      for (const address of [`${RUN}#id27`, `${RUN}?chunk=2#id27`]) {
        const { page, close } = await open(address);
        await page.locator("[id='i-id27']").waitFor();
        expect(await page.locator("#items [aria-current]").getAttribute("data-anchor")).toBe("id27");
        await close();
      }
    });

    it("reports an address with an instance that the run does not have", async () => {
      const { page, close } = await open(`${RUN}#id999`);
      expect(await page.locator("#detail [role=alert]").textContent()).toBe("This run has no instance id999.");
      await close();
    });

    it("goes back with the browser to the instance before", async () => {
      const { page, close } = await open(`${RUN}#id0`);
      await page.locator("[id='i-id0']").waitFor();
      await page.locator("#next").click();
      await page.locator("[id='i-id3']").waitFor();
      await page.goBack();
      await page.locator("[id='i-id0']").waitFor();
      expect(new URL(page.url()).hash).toBe("#id0");
      await close();
    });

    it("filters wrong and unscored instances of an older run, and searches", async () => {
      const { page, close } = await open(RUN);
      await ready(page);
      const shown = () => page.locator("#items small").allTextContents();
      await page.getByRole("button", { name: "unscored" }).click();
      expect(await shown()).toEqual(["id21"]);
      await page.locator("#items a").click();
      const instance = page.locator("[id='i-id21']");
      expect(await instance.locator(".why").textContent()).toBe("Why: the request failed; HELM scoring counts it as 0");
      expect(await instance.textContent()).toContain("No answer: the endpoint answered 500 four times");
      await page.getByRole("button", { name: "wrong" }).click();
      expect(await shown()).toEqual(["id3", "id6", "id12", "id15", "id24"]);
      await page.locator("#search").fill("ID15");
      await page.getByText("1 of 10 questions").waitFor();
      expect(await shown()).toEqual(["id15"]);
      await close();
    });

    it("shows hostile prompts, answers and explanations as text and never runs them", async () => {
      const { page, complaints, close } = await open(RUN);
      await ready(page);
      expect(await page.locator("[id='i-id0'] pre").first().textContent()).toContain("<script>document.title='pwned'");
      expect(await page.locator("#list script, #list img, #detail script, #detail img").count()).toBe(0);
      expect(await page.evaluate("globalThis.pwned")).toBeUndefined();
      expect(await page.title()).not.toBe("pwned");
      expect(complaints.filter((text) => !text.includes("404"))).toEqual([]);
      await close();
    });

    it("shows an agent's task as steps with calls, results and checks, and its hostile text never runs", async () => {
      const { page, complaints, close } = await open(`${RUN}#id24`, { viewport: { width: 390, height: 844 } });
      const transcript = page.locator("[id='i-id24'] .own .transcript");
      await transcript.waitFor();
      expect(await transcript.locator("ol > li > b").allTextContents()).toEqual(["Step 1", "Step 2", "Step 3"]);
      expect(await transcript.locator("h4").allTextContents()).toEqual([
        "Assistant",
        "User",
        "Tool call",
        "Tool result",
        "Tool call",
        "Tool result: the call was not carried out",
      ]);
      expect(await transcript.locator("ul.checks li").allTextContents()).toEqual([
        "✓ tray",
        `✗ end of the request: wanted done, got ${HOSTILE.join("")}`,
      ]);
      expect(await transcript.locator("script, img, svg").count()).toBe(0);
      expect(await page.evaluate("[globalThis.pwned, document.documentElement.scrollWidth]")).toEqual([undefined, 390]);
      expect(await violationsInBothSchemes(page)).toEqual([]);
      expect(complaints.filter((text) => !text.includes("404"))).toEqual([]);
      await close();
    });

    it("does not run a script that gets into the HTML, because the policy refuses it", async () => {
      const { page, complaints, close } = await open("");
      await page.route("**/about/", async (route) => {
        const response = await route.fetch();
        await route.fulfill({
          response,
          body: (await response.text()).replace("</main>", `${HOSTILE.join("")}</main>`),
        });
      });
      await page.goto(`${site.url}about/`, { waitUntil: "networkidle" });
      expect(await page.locator("main script").count()).toBe(1);
      expect(await page.evaluate("globalThis.pwned")).toBeUndefined();
      expect(await page.title()).not.toBe("pwned");
      expect(complaints.filter((text) => text.includes("Content Security Policy"))).not.toEqual([]);
      await close();
    });

    it("sorts the best values first, then reverses, with missing values last in both directions", async () => {
      const { page, close } = await open("benchmarks/sample_bench_3/");
      const sort = page.getByRole("button", { name: "Sort by Answer matches exactly, EM" });
      await sort.click();
      expect(await page.locator("th[aria-sort]").getAttribute("aria-sort")).toBe("descending");
      const best = await firstColumn(page);
      await sort.click();
      const worst = await firstColumn(page);
      expect(best.map((name) => name.replace("baseline", "").trim())).toEqual([
        "Sample Model 3",
        "First option",
        "Sample Model 5",
        "Sample Model 2",
        "Sample Model 4",
        "Sample Model 1",
      ]);
      expect(worst.slice(0, 5)).toEqual(best.slice(0, 5).toReversed());
      expect(worst[5]).toBe(best[5]);
      await close();
    });

    it("shows a missing value as a dash with a reason and a zero as a number", async () => {
      const { page, close } = await open("benchmarks/sample_bench_3/");
      const row = page.locator("table.wide-table tbody tr").nth(1);
      expect(await row.locator("td").first().textContent()).toContain("—no run");
      expect(await row.locator(".missing").first().getAttribute("title")).toBe("no run");
      await page.goto(`${site.url}benchmarks/sample_bench_0/`);
      expect(await page.locator("table.wide-table tbody tr").first().locator("td").first().textContent()).toContain(
        "0.000",
      );
      await close();
    });

    it("explains why a gated run has no instances and how its owner can read them", async () => {
      const { page, close } = await open(GATED);
      const text = await page.locator("main").textContent();
      expect(text).toContain("This benchmark is gated.");
      expect(text).toContain("medhelm inspect");
      await close();
    });

    it("works without scripts: it has tables, facts and links to the chunks, and no buttons", async () => {
      const { page, close } = await open("", { javaScriptEnabled: false });
      expect(await page.locator(".rank tbody tr").count()).toBe(6);
      expect(await page.locator("button:visible, select:visible, input[type=search]:visible").count()).toBe(0);
      await page.goto(site.url + RUN);
      expect(await page.locator("noscript p").textContent()).toContain("read the data files below");
      expect(await page.locator(".desk").isVisible()).toBe(false);
      await page.getByRole("link", { name: "2.json" }).click();
      expect(await page.locator("body").textContent()).toContain('"formatVersion":1');
      await close();
    });

    it("leads from a benchmark to what its runs measured more than the score, with diagrams and their numbers", async () => {
      const { page, complaints, close } = await open("benchmarks/sample_bench_3/");
      await page.getByRole("link", { name: "More than the score: " }).click();
      await page.getByRole("heading", { level: 1, name: "More than the score: Sample 3" }).waitFor();
      expect(await page.locator("main section > h2").allTextContents()).toEqual([
        "Robustness",
        "Counterfactual probe",
        "Calibration",
        "Style",
      ]);
      expect(await page.locator("#table-changes tbody tr").nth(1).locator("td").first().textContent()).toBe(HOSTILE[1]);
      const diagram = page.getByRole("img", { name: "Reliability diagram of Sample Model 2" });
      expect(await diagram.locator("circle").count()).toBe(2);
      await page.getByText("Numbers of Sample Model 2").click();
      expect(await page.locator("details[open] tbody tr").allInnerTexts()).toEqual([
        "0.5 to 0.6\t5\t0.55\t0.40\n0.10 to 0.70",
        "0.9 to 1.0\t5\t0.95\t0.60\n0.30 to 0.90",
      ]);
      expect(await page.locator("main").textContent()).toContain("MedHELM measures little fairness.");
      expect(complaints).toEqual([]);
      await close();
    });

    it("has targets of 44 px in the reader and in its list on a phone", async () => {
      const { page, close } = await open(RUN, { viewport: { width: 360, height: 740 } });
      await useTallFont(page);
      await page.getByRole("link", { name: /^All/ }).waitFor();
      expect(await smallTargets(page)).toEqual([]);
      await page.getByRole("link", { name: /^All/ }).click();
      await page.locator("#items a").first().waitFor();
      expect(await smallTargets(page)).toEqual([]);
      await close();
    });

    paperTests(() => site);

    it("answers an unknown address with a page that links to the leaderboard", async () => {
      const { page, close } = await open("benchmarks/nothing/");
      expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Page not found");
      expect(await page.locator("main").getByRole("link", { name: "leaderboard" }).getAttribute("href")).toBe("/x/");
      await close();
    });

    const paths = [
      ...singlePages(),
      "groups/category_0/",
      "benchmarks/sample_bench_0/",
      "models/sample_model-1/",
      "models/sample_model-1/summary/",
      "qualities/sample_bench_3/",
      RUN,
      GATED,
      "nowhere/",
    ];

    it.each(paths)("/%s has no accessibility violation in light and dark, and fits a phone", async (path) => {
      const { page, close } = await open(path, { colorScheme: "light" });
      if (path === RUN) await ready(page);
      expect(await violationsInBothSchemes(page)).toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      if (path === RUN) await page.locator("#detail article").waitFor();
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
      await close();
    });
  },
);
