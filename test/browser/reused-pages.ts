import type { Browser, BrowserContextOptions, Page } from "playwright-core";

export interface OpenPage {
  readonly page: Page;
  /** the texts of the console and of uncaught errors since the page was opened */
  readonly complaints: string[];
  /** Clears the page for the next test. A test that adds scripts to the page closes `page.context()` instead. */
  close(): Promise<void>;
}

interface Kept {
  readonly page: Page;
  complaints: string[];
}

/**
 * Opens addresses in pages that earlier tests have closed. Chromium needs a second of processor time to make a page, and a third of that to load
 * another document. A kept page has no cookies, no cache, no routes and no history of the test before that a script could read.
 */
export function reusedPages(browser: Browser) {
  const kept = new Map<string, Kept[]>();
  return async (address: string, options: BrowserContextOptions = {}): Promise<OpenPage> => {
    // these two can be changed in a page that exists
    const { viewport, colorScheme, ...fixed } = options;
    const kind = JSON.stringify(fixed);
    const free = kept.get(kind) ?? [];
    kept.set(kind, free);
    const one = free.pop() ?? (await newPage(browser, fixed));
    const { page } = one;
    const complaints: string[] = [];
    one.complaints = complaints;
    await page.setViewportSize(viewport ?? { width: 1280, height: 720 });
    await page.emulateMedia({ media: null, colorScheme: colorScheme ?? "light" });
    await page.goto(address, { waitUntil: "load" });
    const close = async () => {
      await clear(page);
      free.push(one);
    };
    return { page, complaints, close };
  };
}

async function newPage(browser: Browser, options: BrowserContextOptions): Promise<Kept> {
  const context = await browser.newContext(options);
  const one: Kept = { page: await context.newPage(), complaints: [] };
  one.page.on("console", (message) => one.complaints.push(message.text()));
  one.page.on("pageerror", (error) => one.complaints.push(error.message));
  return one;
}

async function clear(page: Page): Promise<void> {
  const context = page.context();
  await page.unrouteAll({ behavior: "wait" });
  await page.evaluate("localStorage.clear(); sessionStorage.clear();");
  await context.clearCookies();
  await page.mouse.move(0, 0);
  // an address that differs in its hash alone would load no document
  await page.goto("about:blank");
  const devTools = await context.newCDPSession(page);
  await devTools.send("Network.clearBrowserCache");
  await devTools.send("Page.resetNavigationHistory");
  await devTools.detach();
}
