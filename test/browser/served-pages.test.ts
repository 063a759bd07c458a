import { existsSync, mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serveSite } from "medhelm/stack/serve-site";
import { freePort, listen } from "medhelm/stack/listen";
import { openStore } from "medhelm/run/open-store";
import { Hono } from "hono";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildSite } from "./build-site.ts";
import { launch, whyNoBrowser } from "./chromium.ts";
import { writeSealedRelease } from "./sample-release.ts";

const RUN = "runs/main_sample_bench_0,model=sample_1/";

describe.skipIf(whyNoBrowser !== undefined)(
  `the site of sealed generations in a browser${whyNoBrowser ? ` (skipped: ${whyNoBrowser})` : ""}`,
  () => {
    const tree = join(tmpdir(), `medhelm-served-${process.pid}`);
    const site = join(tree, "site", "r", "sample-1");
    let browser: Browser;
    let server: Awaited<ReturnType<typeof listen>>;
    let url: string;

    beforeAll(async () => {
      writeSealedRelease(tree, { models: 2, benchmarks: 2 });
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
    });
    afterAll(async () => {
      await browser?.close();
      await server?.close();
      rmSync(tree, { recursive: true, force: true });
    });

    it("has no copy of the pages", () => {
      expect(existsSync(join(site, "data"))).toBe(false);
    });

    it.each([
      ["desktop", { width: 1280, height: 900 }],
      ["phone", { width: 390, height: 844 }],
    ])("shows the instances of a run on a %s, and moves to the next page", async (_, viewport) => {
      const page = await browser.newPage({ viewport });
      const complaints: string[] = [];
      page.on("console", (message) => complaints.push(message.text()));
      await page.goto(url + RUN);
      await page.locator("article.instance").first().waitFor();
      expect(await page.locator("#position").textContent()).toBe("Page 1 of 3 (10 instances in total)");
      expect(await page.locator("[id='i-id3']").textContent()).toContain("Which tray is number 1?");
      await page.locator("#next").click();
      await page.locator("[id='i-id12']").waitFor();
      expect(complaints).toEqual([]);
      await page.close();
    });

    it("links to each page of the run for readers without scripts", async () => {
      const page = await browser.newPage({ javaScriptEnabled: false });
      await page.goto(url + RUN);
      await page.getByRole("link", { name: "3.json" }).click();
      expect(await page.locator("body").textContent()).toContain('"formatVersion":1,"page":3');
      await page.close();
    });
  },
);
