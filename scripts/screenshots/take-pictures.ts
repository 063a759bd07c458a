import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { UserError } from "@medhelm/core/user-error";
import type { BrowserContextOptions } from "playwright-core";
import { launch, whyNoBrowser } from "../../test/browser/chromium.ts";
import { serveFolder } from "../../test/browser/static-server.ts";
import { addressOf, PAGE_KINDS } from "./page-kinds.ts";
import { startDemo } from "./start-demo.ts";

const SCREENS: Readonly<Record<string, BrowserContextOptions>> = {
  light: { viewport: { width: 1440, height: 900 }, colorScheme: "light" },
  dark: { viewport: { width: 1440, height: 900 }, colorScheme: "dark" },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: "light" },
};
const QUALITY = 45; // of JPEG: all pictures of a site are smaller than 3.5 MB

/**
 * Takes pictures of every kind of page of the site, or of the demo's site.
 * @throws UserError if there is no browser or no site
 */
export async function takePictures(site: string | undefined, out: string): Promise<void> {
  const problem = whyNoBrowser ?? whyNoSite(site);
  if (problem !== undefined) throw new UserError(problem);
  const temporary = mkdtempSync(join(tmpdir(), "medhelm-screenshots-"));
  try {
    await takeEach(site ?? (await startDemo(temporary)), out);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

function whyNoSite(site: string | undefined): string | undefined {
  if (site === undefined || existsSync(join(site, "index.html"))) return undefined;
  return `${site} has no index.html; build a site there with: npx medhelm site build --release NAME --out ${site}`;
}

async function takeEach(site: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const pages = globSync("**/index.html", { cwd: site }).map((file) =>
    dirname(file) === "." ? "" : `${dirname(file)}/`,
  );
  const server = await serveFolder(site, baseOf(site));
  const browser = await launch();
  try {
    for (const kind of PAGE_KINDS) {
      const address = addressOf(kind, pages);
      if (address === undefined) console.log(`${kind.name}: the site has no such page`);
      else
        for (const screen of Object.keys(SCREENS)) await take(address, `${kind.name}-${screen}.jpg`, SCREENS[screen]);
    }
  } finally {
    await browser.close();
    server.close();
  }

  async function take(address: string, file: string, options: BrowserContextOptions | undefined): Promise<void> {
    const context = await browser.newContext({ ...options, reducedMotion: "reduce" });
    const page = await context.newPage();
    // A page shows its own font only if it arrives within 100 ms, which a busy machine misses.
    await page.route("**/*.css", async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replaceAll(/font-display:\s*optional/g, "font-display:block");
      await route.fulfill({ response, body });
    });
    await page.goto(server.url + address, { waitUntil: "networkidle" });
    const picture = await page.screenshot({ path: join(folder, file), type: "jpeg", quality: QUALITY });
    console.log(`${file.padEnd(24)} ${Math.ceil(picture.length / 1000)} kB  ${address}`);
    await context.close();
  }
}

/** The base path that the site's links begin with: medhelm site build --base. */
function baseOf(site: string): string {
  const home = readFileSync(join(site, "index.html"), "utf8");
  return /<link rel="icon" href="(\/[^"]*)icon\.svg">/.exec(home)?.[1] ?? "/";
}
