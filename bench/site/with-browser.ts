import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { launch } from "../../test/browser/chromium.ts";

/** Works with Chromium and a folder that is empty. Both are gone at the end, also after an error. */
export async function withBrowser(work: (browser: Browser, folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "bench-page-"));
  const browser = await launch();
  try {
    await work(browser, folder);
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
