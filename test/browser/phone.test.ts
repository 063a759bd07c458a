import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BuiltSite, builtSite } from "./built-site.ts";
import { whyNoBrowser } from "./chromium.ts";
import { rankedLeaderboard } from "./ranked-release.ts";
import { smallTargets, useTallFont } from "./small-targets.ts";

/** A release with seven benchmarks in its largest category. */
function writeWide(releaseDir: string): void {
  mkdirSync(releaseDir, { recursive: true });
  const leaderboard = rankedLeaderboard({ models: 4, benchmarks: 32 });
  const runs = leaderboard.runs.map((run) => ({ ...run, hasPages: false, costUsd: 12.34 }));
  writeFileSync(join(releaseDir, "leaderboard.json"), JSON.stringify({ ...leaderboard, runs }));
}

/** The labels of empty cells that a phone shows. */
const emptyLabels = (page: Page) =>
  page.locator("td[data-l]:empty").evaluateAll((cells) =>
    cells.flatMap((cell) => {
      const content = cell.ownerDocument.defaultView?.getComputedStyle(cell, "::before").content ?? "";
      return ["none", "normal", ""].includes(content) ? [] : [content];
    }),
  );

const heads = (page: Page) => page.locator(".heat.on thead th + th:visible").allTextContents();

describe.skipIf(whyNoBrowser !== undefined)(
  `the site on a phone${whyNoBrowser ? ` (skipped: ${whyNoBrowser})` : ""}`,
  () => {
    let site: BuiltSite;

    beforeAll(async () => {
      site = await builtSite("phone", writeWide, "/");
    });
    afterAll(() => site?.close());

    const open = (path = "") => site.open(path, { viewport: { width: 360, height: 740 } });

    it("reads the summary of a model with costs at 320 px without scrolling sideways", async () => {
      const { page, close } = await site.open("models/sample_model-1/summary/", {
        viewport: { width: 320, height: 740 },
      });
      expect(await page.locator("#sheet-models").textContent()).toContain("per 1,000 answers");
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(320);
      await close();
    });

    it("divides the heat table of a large task into parts of six columns at most, and the address keeps the part", async () => {
      const { page, complaints, close } = await open();
      expect(await page.locator(".pick option").allTextContents()).toEqual([
        "Ward rounds: Sample 0 to Sample 15 (4)",
        "Ward rounds: Sample 20 to Sample 30 (3)",
        "Letters: Sample 1 to Sample 16 (4)",
        "Letters: Sample 21 to Sample 31 (3)",
        "Teaching (6)",
        "Bench work (6)",
        "Front desk (6)",
      ]);
      expect(await heads(page)).toEqual(["Sample 0", "Sample 5", "Sample 10", "Sample 15"]);
      await page.locator(".pick select").selectOption({ index: 1 });
      expect(await heads(page)).toEqual(["Sample 20", "Sample 25", "Sample 30"]);
      expect(await page.locator(".heat.on tbody tr").first().locator("td:visible").count()).toBe(3);
      await page.reload();
      expect(await heads(page)).toEqual(["Sample 20", "Sample 25", "Sample 30"]);
      await page.goBack();
      expect(await heads(page)).toEqual(["Sample 0", "Sample 5", "Sample 10", "Sample 15"]);
      expect(complaints).toEqual([]);
      await close();
    });

    it("moves from number to number over hidden columns", async () => {
      const { page, close } = await open("?task=heat-v1-category_0~4~6");
      await page.locator(".heat.on tbody tr").first().locator("td:visible").last().click();
      await page.keyboard.press("ArrowLeft");
      const note = page.locator(".heats .cell");
      await note.getByText("First option on Sample 25: ").waitFor();
      await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("ArrowLeft");
      await note.getByText("First option on Sample 20: ").waitFor();
      expect(
        await page.locator(".heat td.on").evaluate((on) => [...(on.parentElement?.children ?? [])].indexOf(on)),
      ).toBe(5);
      await close();
    });

    it.each([
      "",
      "groups/category_0/",
      "benchmarks/",
      "benchmarks/sample_bench_0/",
      "models/",
      "models/sample_model-1/",
      "models/sample_model-1/summary/",
      "runs/main_sample_bench_0,model=sample_1/",
      "head-to-head/",
      "compare/",
      "judges/",
      "qualities/",
      "qualities/sample_bench_3/",
      "methods/",
      "taxonomy/",
      "glossary/",
      "downloads/",
      "releases/",
      "submit/",
      "api/",
      "about/",
    ])("/%s has targets of 44 px in every font, and no label without a value", async (path) => {
      const { page, close } = await open(path);
      expect(await emptyLabels(page)).toEqual([]);
      await useTallFont(page);
      expect(await smallTargets(page)).toEqual([]);
      await close();
    });
  },
);
