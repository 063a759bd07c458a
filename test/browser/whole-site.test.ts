import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BuiltSite, builtSite } from "./built-site.ts";
import { whyNoBrowser } from "./chromium.ts";
import { writeSampleRelease } from "./sample-release.ts";

interface Crawled {
  readonly pages: number;
  /** "page -> address: why" */
  readonly broken: readonly string[];
  readonly complaints: readonly string[];
}

/** Opens every page that links lead to from the home, and requests every file that they name. */
async function crawl(site: BuiltSite): Promise<Crawled> {
  const { page, complaints, close } = await site.open("", { viewport: { width: 1280, height: 900 } });
  // the script of a run asks for list.json first, which the older runs of this release lack
  page.on("response", (answer) => {
    if (answer.status() >= 400 && !answer.url().endsWith("/list.json")) complaints.push(answer.url());
  });
  const home = new URL(site.url);
  const broken: string[] = [];
  const ids = new Map<string, ReadonlySet<string>>();
  const fragments: (readonly [from: string, to: URL])[] = [];
  const statuses = new Map<string, number>();
  const queue = [home.href];
  for (let address = queue.shift(); address !== undefined; address = queue.shift()) {
    if (ids.has(address)) continue;
    await page.goto(address, { waitUntil: "load" });
    ids.set(address, new Set(await page.locator("[id]").evaluateAll((all) => all.map(({ id }) => id))));
    const named = await page
      .locator("[href], [src]")
      .evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? one.getAttribute("src") ?? ""));
    for (const name of new Set(named)) {
      const to = new URL(name, address);
      if (to.origin !== home.origin) continue;
      if (!to.pathname.startsWith(home.pathname)) broken.push(`${address} -> ${name}: outside the base`);
      const file = to.origin + to.pathname;
      if (to.hash !== "") fragments.push([address, to]);
      const status = statuses.get(file) ?? (await page.request.get(file)).status();
      statuses.set(file, status);
      if (status !== 200) broken.push(`${address} -> ${name}: ${status}`);
      else if (file.endsWith("/")) queue.push(file);
    }
  }
  for (const [from, to] of fragments) {
    const known = ids.get(to.origin + to.pathname);
    const id = decodeURIComponent(to.hash.slice(1));
    const isInstance = to.pathname.includes("/runs/"); // a script shows the instance of the address
    if (known !== undefined && !known.has(id) && !isInstance) broken.push(`${from} -> ${to.hash}: no such place`);
  }
  await close();
  return {
    pages: ids.size,
    broken: [...new Set(broken)],
    complaints: complaints.filter((text) => !text.startsWith("Failed to load resource")),
  };
}

describe.skipIf(whyNoBrowser !== undefined)(
  `a whole site under a path${whyNoBrowser ? ` (skipped: ${whyNoBrowser})` : ""}`,
  () => {
    let site: BuiltSite;
    beforeAll(async () => {
      site = await builtSite(
        "whole",
        (dir) => void writeSampleRelease(dir, { models: 3, benchmarks: 3 }),
        "/some/folder/",
      );
    });
    afterAll(() => site?.close());

    it("has no link that leads nowhere or out of its path, and no page that complains", async () => {
      const { pages, broken, complaints } = await crawl(site);
      expect([broken, complaints]).toEqual([[], []]);
      expect(pages).toBeGreaterThan(30);
    });

    it("answers an unknown address with a page whose links work", async () => {
      const { page, close } = await site.open("models/no-such-model/", {});
      expect(await page.locator("h1").textContent()).toBe("Page not found");
      const href =
        (await page.getByRole("link", { name: "Leaderboard", exact: true }).first().getAttribute("href")) ?? "";
      expect(href).toBe("/some/folder/");
      await close();
    });
  },
);
