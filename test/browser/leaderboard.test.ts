import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BuiltSite, builtSite } from "./built-site.ts";
import { whyNoBrowser } from "./chromium.ts";
import { rankedLeaderboard } from "./ranked-release.ts";
import { violationsInBothSchemes } from "./violations.ts";

const shownRows = (page: Page) => page.locator(".rank tbody tr:not(.band):visible");
const names = (page: Page) => page.locator(".rank tbody tr:not(.band):visible th > :first-child").allTextContents();
const query = (page: Page) => new URL(page.url()).search;

function writeRanked(releaseDir: string): void {
  mkdirSync(releaseDir, { recursive: true });
  const leaderboard = rankedLeaderboard({ models: 14, benchmarks: 12 });
  const runs = leaderboard.runs.map((run) => ({ ...run, hasPages: false, mainRange: { min: 0, max: 1 } }));
  writeFileSync(join(releaseDir, "leaderboard.json"), JSON.stringify({ ...leaderboard, runs }));
}

describe.skipIf(whyNoBrowser !== undefined)(
  `the leaderboard in a browser${whyNoBrowser ? ` (skipped: ${whyNoBrowser})` : ""}`,
  () => {
    let site: BuiltSite;

    beforeAll(async () => {
      site = await builtSite("leaderboard", writeRanked, "/");
    });
    afterAll(() => site?.close());

    const open = (path = "", options: BrowserContextOptions = {}) =>
      site.open(path, { viewport: { width: 1440, height: 900 }, ...options });

    it.each([1440, 1100, 900])("cuts no heading of a column at %d px", async (width) => {
      const { page, close } = await open("", { viewport: { width, height: 900 } });
      const cut = await page
        .locator(".rank thead th")
        .evaluateAll((heads) => heads.filter((th) => th.scrollWidth > th.clientWidth).map((th) => th.textContent));
      expect(cut).toEqual([]);
      await close();
    });

    it("shows ten rows, and the rest on demand with the choice in the address", async () => {
      const { page, complaints, close } = await open();
      expect(await shownRows(page).count()).toBe(10);
      await page.getByText("Show all 14 models").click();
      expect([await shownRows(page).count(), query(page)]).toEqual([14, "?all=1"]);
      await page.goBack();
      expect(await shownRows(page).count()).toBe(10);
      expect(complaints).toEqual([]);
      await close();
    });

    it("leads by the keyboard to every task, kind of access and the filters, ten keys after the skip link at most", async () => {
      const { page, close } = await open();
      const focused = () =>
        page.evaluate(
          "[...document.querySelectorAll('.tasks a[href], .filters summary')].indexOf(document.activeElement)",
        );
      await page.keyboard.press("Tab");
      expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to the content");
      await page.keyboard.press("Enter");
      const reached: unknown[] = [];
      for (let key = 0; key < 10; key++) {
        await page.keyboard.press("Tab");
        reached.push(await focused());
      }
      const tasks = await page.locator(".tasks a[href], .filters summary").count();
      expect(tasks).toBeGreaterThan(5);
      expect(reached.filter((place) => place !== -1)).toEqual(Array.from({ length: tasks }, (_, place) => place));
      await close();
    });

    it("sorts by a column, and the address restores the order", async () => {
      const { page, close } = await open("?sort=co&dir=up");
      const costs = await page
        .locator(".rank tbody tr:not(.band) .co data")
        .evaluateAll((cells) => cells.map((cell) => Number(cell.getAttribute("value"))));
      expect(costs).toEqual(costs.toSorted((a, b) => a - b));
      expect(await page.locator(".rank th[aria-sort]").getAttribute("aria-sort")).toBe("ascending");
      await page.getByRole("button", { name: "Rank", exact: true }).click();
      expect(query(page)).toBe("?sort=rank&dir=up");
      await page.goBack();
      expect(query(page)).toBe("?sort=co&dir=up");
      await close();
    });

    it("filters by name, maker, size, openness and cost, and a step back undoes a choice", async () => {
      const { page, close } = await open();
      await page.getByText("Filter", { exact: true }).click();
      await page.getByLabel("Maker").selectOption("Cedar");
      expect(await names(page)).toEqual(expect.arrayContaining(["Sample Model 5", "Sample Model 8"]));
      await page.getByLabel("Open weights").check();
      expect((await names(page)).toSorted()).toEqual(["Douglas Fir Clinical Reasoner 120B Preview", "Sample Model 8"]);
      expect(query(page)).toBe("?maker=Cedar&open=1");
      await page.goBack();
      expect(await page.getByLabel("Open weights").isChecked()).toBe(false);
      await page.getByLabel("Find").fill("model 11");
      expect(await names(page)).toEqual(["Sample Model 11"]);
      expect(await page.locator("[data-said]").first().textContent()).toBe(
        "1 of 14 models. Ranks and levels are those among all models.",
      );
      await close();
    });

    it("ranks by public benchmarks alone, or by the others, at addresses of their own and without a script", async () => {
      const { page, close } = await open("", { javaScriptEnabled: false });
      const [all] = await names(page);
      await page.getByRole("link", { name: "Public benchmarks 11" }).first().click();
      expect(new URL(page.url()).pathname).toBe("/public/");
      expect((await names(page))[0]).not.toBe(all);
      expect(await page.locator(".rank thead .nn, .keys").first().textContent()).toContain("Mean of 11 benchmarks");
      await page
        .getByRole("link", { name: /Ward rounds/ })
        .first()
        .click();
      expect(new URL(page.url()).pathname).toBe("/groups/category_0/");
      await close();
    });

    it("ranks under the other profile at an address of its own, without ranks and without a script", async () => {
      const { page, close } = await open("", { javaScriptEnabled: false });
      await page.getByText("Filter", { exact: true }).click();
      await page.getByRole("group", { name: "Scores" }).getByRole("link", { name: "HELM scoring" }).click();
      expect(new URL(page.url()).pathname).toBe("/profiles/helm/");
      expect(await page.locator("h1").textContent()).toContain("under HELM scoring");
      expect(await page.locator(".rank thead th").first().textContent()).toBe("Model");
      expect(await page.locator(".views [aria-current]").textContent()).toBe("HELM scoring");
      await close();
    });

    it("marks the models that cannot be told apart from the one whose rank is pressed", async () => {
      const { page, close } = await open();
      await page.locator(".rank tbody .rk button").first().click();
      expect(await page.locator(".rank tr.peer").count()).toBeGreaterThan(1);
      expect(await page.locator("[data-said]").first().textContent()).toContain("cannot be told apart from");
      await page.keyboard.press("Escape");
      expect(await page.locator(".rank.picked").count()).toBe(0);
      await close();
    });

    it("shows the interval of a number of the heat table, and offers a retry if it cannot be fetched", async () => {
      const { page, close } = await open();
      const cell = page.locator(".heat tbody td:not(.no)").first();
      await page.route("**/cells/*.json", (route) => route.abort());
      await cell.click();
      const note = page.locator(".heats .cell");
      await note.getByRole("button", { name: "Try again" }).waitFor();
      await page.unroute("**/cells/*.json");
      await note.getByRole("button", { name: "Try again" }).click();
      await note.getByText("95 % interval").waitFor();
      await page.keyboard.press("Tab");
      await cell.focus();
      await page.keyboard.press("ArrowDown");
      expect(await page.locator(".heat td.on").evaluate((on) => on.closest("tr")?.rowIndex)).toBe(3);
      await close();
    });

    it("without scripts has the same order, all tasks, filters that work, and no dead control", async () => {
      const withScript = await open("?all=1");
      const order = await names(withScript.page);
      await withScript.close();
      const { page, close } = await open("", { javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
      expect(await page.locator("button:visible, select:visible").count()).toBe(0);
      expect(await page.locator(".heat:visible").count()).toBe(5);
      await page.getByText("Show all 14 models").click();
      expect(await names(page)).toEqual(order);
      await page.getByText("Filter", { exact: true }).click();
      await page.getByLabel("Open weights").check();
      expect(await shownRows(page).count()).toBe(7);
      await close();
    });

    it("has the finding, the date, the profile and three models with intervals on the first screen of a phone", async () => {
      const { page, close } = await open("", { viewport: { width: 360, height: 740 } });
      const places = ["h1", ".prov time", ".prov summary"].map((at) => page.locator(at).first());
      for (const place of places) expect((await place.boundingBox())?.y).toBeLessThan(300);
      const third = await page.locator(".rank tbody tr:not(.band)").nth(2).boundingBox();
      expect((third?.y ?? 999) + (third?.height ?? 999)).toBeLessThanOrEqual(740);
      await close();
    });

    it.each([320, 360, 390, 768, 1024, 1440, 1920])("does not scroll sideways at %d px", async (width) => {
      for (const path of ["", "groups/category_0/"]) {
        const { page, close } = await open(path, { viewport: { width, height: 800 } });
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
        await close();
      }
    });

    it("has touch targets of 44 px on a phone", async () => {
      const { page, close } = await open("", { viewport: { width: 360, height: 740 } });
      const small = await page
        .locator("main :is(button, summary, select, nav a, label.button):not(.rank thead *):visible")
        .evaluateAll((targets) =>
          targets
            .filter((target) => target.getBoundingClientRect().height < 43.5)
            .map((target) => target.outerHTML.slice(0, 80)),
        );
      expect(small).toEqual([]);
      await close();
    });

    it.each(["", "groups/category_0/", "?like=Sample+Model+8&open=1"])(
      "/%s has no accessibility violation",
      async (path) => {
        const { page, close } = await open(path, { colorScheme: "light", viewport: { width: 390, height: 844 } });
        expect(await violationsInBothSchemes(page)).toEqual([]);
        await close();
      },
    );
  },
);
