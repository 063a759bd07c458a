import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { restoreFrontPage } from "./restore-front-page.ts";
import { latestSite, switchPointer } from "./pointer.ts";

/** A release with pages. `isPublished` false: its pages are still being written. */
async function storeWith(...releases: readonly { readonly name: string; readonly isPublished?: boolean }[]) {
  const objects = memoryStore();
  for (const [i, { name, isPublished = true }] of releases.entries()) {
    const request = { name, suites: ["s"], profile: "corrected", publish: true };
    const createdAt = `2026-0${i + 1}-01T00:00:00.000Z`;
    await putJson(objects, keys.releaseRequest(name), { formatVersion: 1, owner: "ann", createdAt, request });
    await objects.put(keys.siteFile(name, "index.html"), name);
    if (isPublished) await putJson(objects, keys.sitePublished(name), { formatVersion: 1, published: true });
  }
  return objects;
}

test("a deleted pointer is restored to the newest release whose site is complete", async () => {
  const objects = await storeWith({ name: "r1" }, { name: "r2" }, { name: "r3", isPublished: false });
  expect([await restoreFrontPage(objects), await latestSite(objects)]).toEqual(["r2", "r2"]);
});

test("a pointer that is there stays", async () => {
  const objects = await storeWith({ name: "r1" }, { name: "r2" });
  await switchPointer(objects, "r1");
  expect([await restoreFrontPage(objects), await latestSite(objects)]).toEqual([undefined, "r1"]);
});

test("without a complete site there is nothing to restore", async () => {
  const objects = await storeWith({ name: "r1", isPublished: false });
  expect([await restoreFrontPage(objects), await latestSite(objects)]).toEqual([undefined, undefined]);
});
