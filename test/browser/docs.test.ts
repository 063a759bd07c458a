import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launch, whyNoBrowser } from "./chromium.ts";
import { reusedPages } from "./reused-pages.ts";
import { serveFolder } from "./static-server.ts";
import { violationsOf } from "./violations.ts";

const PROGRAM = fileURLToPath(new URL("../../web/build-docs.ts", import.meta.url));

let folder: string;
let browser: Browser;
let server: Awaited<ReturnType<typeof serveFolder>>;
let openPage: ReturnType<typeof reusedPages>;
beforeAll(async () => {
  folder = execFileSync(process.execPath, [PROGRAM], { encoding: "utf8" }).trim();
  if (whyNoBrowser !== undefined) return;
  server = await serveFolder(folder, "/some/docs/");
  browser = await launch();
  openPage = reusedPages(browser);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  server?.close();
});

const open = (path: string, options: BrowserContextOptions = {}, base = server.url) => openPage(base + path, options);

it("has no link to a document or a heading that does not exist", () => {
  const broken = globSync("**/*.html", { cwd: folder }).flatMap((page) =>
    [...readFileSync(`${folder}/${page}`, "utf8").matchAll(/class="broken-link" title="([^"]*)"/g)].map(
      ([, href]) => `${page}: ${href}`,
    ),
  );
  expect(broken).toEqual([]);
});

it("keeps the two signs of an option in running text", () => {
  expect(readFileSync(`${folder}/reference/commands.html`, "utf8")).toContain("with --against: the two runs");
});

it("keeps the index and the script of the search under 100 kB compressed", () => {
  const bytes = ["search-index.js.br", "search.js.br"].map((name) => readFileSync(`${folder}/${name}`).length);
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(100_000);
});

it("has no style in HTML, which its policy forbids", () => {
  const styled = globSync("**/*.html", { cwd: folder }).filter((page) =>
    readFileSync(`${folder}/${page}`, "utf8").includes(" style="),
  );
  expect(styled).toEqual([]);
});

it("puts a script into no page but the search", () => {
  expect(readFileSync(`${folder}/scoring.html`, "utf8")).not.toContain("<script");
});

describe.skipIf(whyNoBrowser !== undefined)(
  `the documentation${whyNoBrowser ? ` (skipped: ${whyNoBrowser})` : ""}`,
  () => {
    it.each(["a server", "a disk"])("finds a section from any page, on %s", async (place) => {
      const { page, complaints, close } = await open(
        "decisions/0008-money.html",
        {},
        place === "a disk" ? `file://${folder}/` : server.url,
      );
      await page.getByLabel("Search the documentation").fill("canary request");
      await page.getByRole("button", { name: "Search" }).click();
      await page.getByRole("link", { name: "The model that answers" }).click();
      expect(page.url()).toContain("connect-your-model.html#the-model-that-answers");
      expect(complaints).toEqual([]);
      await close();
    });

    it("has the search at the top of a phone's screen", async () => {
      const { page, close } = await open("scoring.html", { viewport: { width: 390, height: 844 } });
      await page.getByRole("link", { name: "Search", exact: true }).click();
      await page.getByLabel("Words of a section").fill("canary request");
      const { y = Infinity } = (await page.getByRole("button", { name: "Search" }).boundingBox()) ?? {};
      expect(y).toBeLessThan(844 / 2);
      await close();
    });

    it("lists all pages with their parts where no script runs", async () => {
      const { page, close } = await open("search.html", { javaScriptEnabled: false });
      expect(await page.locator("noscript a").count()).toBeGreaterThan(100);
      await close();
    });

    it.each([
      ["scoring.html", "light"],
      ["benchmarks/pubmed_qa.html", "dark"],
      ["search.html?q=budget", "dark"],
      ["index.html", "light"],
    ] as const)(
      "%s in %s has no accessibility violation and no sideways scroll on a phone",
      async (path, colorScheme) => {
        const { page, complaints, close } = await open(path, { viewport: { width: 390, height: 844 }, colorScheme });
        expect(await violationsOf(page)).toEqual([]);
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
        expect(complaints).toEqual([]);
        await close();
      },
    );
  },
);
