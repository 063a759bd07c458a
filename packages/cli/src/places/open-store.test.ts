import { mkdtempSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { openStore } from "./open-store.ts";

/** Returns the number of times that files and folders are written through to the disk. */
async function syncsOf(write: (folder: string) => Promise<unknown>): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "open-store-"));
  const handle = await open(folder, "r");
  const sync = vi.spyOn(Object.getPrototypeOf(handle), "sync");
  onTestFinished(() => {
    sync.mockRestore();
    rmSync(folder, { recursive: true });
  });
  await handle.close();
  await write(folder);
  return sync.mock.calls.length;
}
const bytes = new TextEncoder().encode("{}");

test("a file of a run is on the disk, with its name, before its write ends", async () => {
  expect(await syncsOf((folder) => openStore(folder).put("runs/a/b/stats.json", bytes))).toBe(2);
});

test("a page that the site can make again is not written through", async () => {
  expect(await syncsOf((folder) => openStore(folder, { fsync: false }).put("site/a.html", bytes))).toBe(0);
});
