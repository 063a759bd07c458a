// npm run screenshots -- [DIR] [--out FOLDER]: writes pictures of every kind of page of the site in DIR (medhelm site build --out DIR) to FOLDER
// (default: docs/site). Without DIR it runs the demo first. A picture is one screen: light, dark, and light on a phone.
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { BrowserContextOptions } from "playwright-core";
import { launch, whyNoBrowser } from "../test/browser/chromium.ts";
import { serveFolder } from "../test/browser/static-server.ts";
import { addressOf, PAGE_KINDS } from "./screenshots/page-kinds.ts";
import { startDemo } from "./screenshots/start-demo.ts";

const SCREENS: Readonly<Record<string, BrowserContextOptions>> = {
  light: { viewport: { width: 1440, height: 900 }, colorScheme: "light" },
  dark: { viewport: { width: 1440, height: 900 }, colorScheme: "dark" },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: "light" },
};
const QUALITY = 45; // of JPEG: all pictures of a site are smaller than 3.5 MB

const DOCS = fileURLToPath(new URL("../docs/site/", import.meta.url));
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { out: { type: "string", default: DOCS } },
});
const temporary = mkdtempSync(join(tmpdir(), "medhelm-screenshots-"));
try {
  const problem = whyNoBrowser ?? whyNoSite(positionals[0]);
  if (problem === undefined) await takePictures(positionals[0] ?? (await startDemo(temporary)), values.out);
  else {
    console.error(problem);
    process.exitCode = 1;
  }
} finally {
  rmSync(temporary, { recursive: true, force: true });
}

function whyNoSite(site: string | undefined): string | undefined {
  if (site === undefined || existsSync(join(site, "index.html"))) return undefined;
  return `${site} has no index.html; build a site there with: npx medhelm site build --release NAME --out ${site}`;
}

async function takePictures(site: string, folder: string): Promise<void> {
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
