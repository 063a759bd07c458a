import { existsSync, mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serveSite } from "medhelm/stack/site/serve-site";
import { freePort, listen } from "medhelm/stack/http/listen";
import { openStore } from "medhelm/places/open-store";
import { Hono } from "hono";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildSite } from "./build-site.ts";
import { launch, whyNoBrowser } from "./chromium.ts";
import { reusedPages } from "./reused-pages.ts";
import { writeSealedRelease } from "./sample-release.ts";

const RUN = "runs/main_sample_bench_0,model=sample_1/";

const shownId = (page: Page) => page.locator("article.instance h2");

describe.skipIf(whyNoBrowser !== undefined)(
  `the site of sealed generations in a browser${whyNoBrowser ? ` (skipped: ${whyNoBrowser})` : ""}`,
  () => {
    const tree = join(tmpdir(), `medhelm-served-${process.pid}`);
    const site = join(tree, "site", "r", "sample-1");
    let browser: Browser;
    let server: Awaited<ReturnType<typeof listen>>;
    let url: string;
    let openPage: ReturnType<typeof reusedPages>;

    beforeAll(async () => {
      await writeSealedRelease(tree, { models: 2, benchmarks: 2 });
      mkdirSync(join(tree, "site", "r"), { recursive: true });
      const release = join(tree, "releases", "sample-1");
      const args = ["--release-dir", release, "--out", site, "--base", "/r/sample-1/", "--served"];
      const { code, err } = await buildSite(args);
      if (code !== 0) throw new Error(err);
      const app = new Hono();
      serveSite(app, tree, openStore(tree));
      const port = await freePort(8900);
      server = await listen(app.fetch, port);
      url = `http://127.0.0.1:${port}/r/sample-1/`;
      browser = await launch();
      openPage = reusedPages(browser);
    });
    afterAll(async () => {
      await browser?.close();
      await server?.close();
      rmSync(tree, { recursive: true, force: true });
    });

    it("has no copy of the pages", () => {
      expect(existsSync(join(site, "data"))).toBe(false);
    });

    /** Opens the run in a page without what another test has left, and collects its console messages. */
    const open = (path = "", viewport = { width: 1440, height: 900 }) => openPage(`${url}${RUN}${path}`, { viewport });

    it("shows the first instance, with counts of all instances on the chips", async () => {
      const { page, complaints, close } = await open();
      await page.locator("[id='i-id0']").waitFor();
      expect(await page.locator("#chips li").allTextContents()).toEqual([
        "all 14",
        "wrong 8",
        "unscored 1",
        "a judge gave no score 1",
        "cut 1",
      ]);
      expect(complaints).toEqual([]);
      await close();
    });

    it("opens the instance in the address with one file of ids and one chunk, which the head of the page requests", async () => {
      const page = await browser.newPage();
      const files: string[] = [];
      page.on("request", (request) => files.push(request.url().split("/").at(-1) ?? ""));
      await page.goto(`${url}${RUN}#lines`);
      await page.locator("[id='i-lines']").waitFor();
      const before = files.slice(0, files.lastIndexOf("list.json"));
      expect(before.filter((file) => /^(?:ids-)?\d+\.json$/.test(file))).toEqual(["ids-1.json", "5.json"]);
      await page.close();
    });

    it("asks for six files before the instances at most, which is what browsers load at once", async () => {
      const { page, close } = await open();
      const needed = "link[rel=stylesheet], link[rel=preload], link[rel=modulepreload], script[src]";
      expect(await page.locator(needed).count()).toBeLessThanOrEqual(6);
      await close();
    });

    it("moves by j, k and the arrows, and shows all keys at ?", async () => {
      const { page, close } = await open();
      await page.locator("[id='i-id0']").waitFor();
      for (const [key, id] of [
        ["j", "id3"],
        ["ArrowRight", "id6"],
        ["k", "id3"],
        ["ArrowLeft", "id0"],
      ] as const) {
        await page.keyboard.press(key);
        await page.locator(`[id='i-${id}']`).waitFor();
      }
      await page.keyboard.press("?");
      expect(await page.getByRole("dialog", { name: "Keys" }).textContent()).toContain("next question");
      await close();
    });

    it("filters by a chip, and keeps it in the address", async () => {
      const { page, close } = await open("?show=cut");
      await page.locator("#items li").first().waitFor();
      expect(await page.locator("#items small").allTextContents()).toEqual(["large"]);
      await page.getByRole("button", { name: "all 14" }).click();
      await page.locator("#items li").nth(13).waitFor();
      expect(new URL(page.url()).search).toBe("");
      await close();
    });

    it("offers a retry if a chunk cannot be loaded", async () => {
      const { page, close } = await open();
      await page.locator("[id='i-id0']").waitFor();
      await page.route(/pages\/\d+\.json$/, (route) => route.fulfill({ status: 503 }));
      await page.goto(`${url}${RUN}#lines`);
      const alert = page.locator("#detail [role=alert]");
      expect(await alert.textContent()).toContain("returned status 503");
      await page.unroute(/pages\/\d+\.json$/);
      await alert.getByRole("button", { name: "Try again" }).click();
      await page.locator("[id='i-lines']").waitFor();
      await close();
    });

    it("shows characters that hide or turn text as marks", async () => {
      const { page, close } = await open("#turned");
      const answer = page.locator(".own pre");
      expect(await answer.textContent()).toBe("safe ⟦U+202E⟧efasnu⟦U+200B⟧");
      expect(await answer.getAttribute("dir")).toBe("auto");
      await close();
    });

    it.each([
      ["large", "420 of 1,000,000 characters."],
      ["lines", "7 of 20,003 characters."],
    ])("folds a text by its length and by its lines: %s", async (id, note) => {
      const { page, close } = await open(`#${id}`);
      expect(await page.locator(".own .more-text span").textContent()).toBe(note);
      await page.locator(".own .more-text button").click();
      expect(await page.locator(".own .more-text span").textContent()).not.toBe(note);
      await close();
    });

    it("clips stacked marks to the block of their text", async () => {
      const { page, close } = await open("#stacked");
      await page.locator(".own pre").waitFor();
      const overflow = await page.evaluate("getComputedStyle(document.querySelector('.own pre')).overflow");
      expect(overflow).toBe("clip");
      await close();
    });

    it("shows the judges' prompt and all statistics in the explanation of a score", async () => {
      const { page, close } = await open("#id0");
      await page.getByText("How this was scored").click();
      await page.getByText("What the judges were asked").click();
      expect(await page.locator(".how").textContent()).toContain("Rate the tray.");
      expect(await page.locator(".how").textContent()).toContain("num_output_tokens");
      await close();
    });

    it("shows the same question's answer by another model", async () => {
      const { page, close } = await open("#id3");
      await page.locator(".other pre").waitFor();
      expect(await page.locator(".other select option").allTextContents()).toEqual(["First option"]);
      await close();
    });

    it("shows one column on a phone: the first answer, and the list behind a link", async () => {
      const { page, close } = await open("", { width: 360, height: 740 });
      await shownId(page).waitFor();
      expect(await page.locator("#items").isVisible()).toBe(false);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
      await page.getByRole("link", { name: /^All [\d,]+ questions/ }).click();
      await page.locator("#items a").nth(1).click();
      await shownId(page).waitFor();
      expect(await page.locator("#items").isVisible()).toBe(false);
      await close();
    });

    it.each([
      ["models/sample_model-1/", "Question turned in full"],
      [RUN, "Question turned. Long texts are shortened."],
    ])("shows the worst answers of public runs without a script on %s", async (path, end) => {
      const options = { javaScriptEnabled: false, viewport: { width: 360, height: 740 } };
      const { page, close } = await openPage(url + path, options);
      const answers = page.locator(".worst-answer");
      expect(await answers.count()).toBe(3);
      expect(await answers.nth(0).locator("dd").nth(1).textContent()).toBe(
        "B <img src=x onerror=\"document.title='pwned';globalThis.pwned=1\">",
      );
      expect(await answers.nth(1).locator("dd").allTextContents()).toEqual([
        "Which tray is turned?",
        "safe ⟦U+202E⟧efasnu⟦U+200B⟧",
        "blue",
      ]);
      expect(await answers.nth(1).locator(".note").textContent()).toBe(end);
      expect(await page.locator("body").evaluate((body) => body.scrollWidth)).toBe(360);
      await close();
    });

    it("links to each page of the run for readers without scripts", async () => {
      const { page, close } = await openPage(url + RUN, { javaScriptEnabled: false });
      await page.getByRole("link", { name: "3.json", exact: true }).click();
      expect(await page.locator("body").textContent()).toContain('"formatVersion":1,"page":3');
      await close();
    });
  },
);
