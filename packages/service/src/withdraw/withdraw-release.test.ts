import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import type { ObjectStore } from "@medhelm/core/ports";
import { indexKeys } from "@medhelm/core/store/index-keys";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import { putReleaseRecord } from "@medhelm/testing/fixtures/release";
import { textsBelow } from "@medhelm/testing/fixtures/work";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { stoppedAt } from "@medhelm/testing/stores/stopped-store";
import { expect, test } from "vitest";
import { refreshRelease } from "../index/releases.ts";
import { latestSite, switchPointer } from "../release/site/pointer.ts";
import { withdrawRelease } from "./withdraw-release.ts";

/** Two published releases, of which the front page shows the new one, and a later release that is not for publication. */
async function world() {
  const objects = memoryStore();
  const index = sqliteIndex(":memory:");
  for (const [name, month, publish] of [
    ["old", "01", true],
    ["new", "02", true],
    ["new-x", "03", false],
  ] as const) {
    const request = { name, suites: ["s"], profile: "corrected", publish };
    const createdAt = `2026-${month}-01T00:00:00.000Z`;
    await putJson(objects, keys.releaseRequest(name), { formatVersion: 1, owner: "ann", createdAt, request });
    await putReleaseRecord(objects, name);
    for (const key of [
      keys.releaseFile(name, "leaderboard.json"),
      `${keys.releaseAttempt(name, "1")}leaderboard.json`,
      `${keys.previousReleases(name)}1/leaderboard.json`,
      `${keys.releaseWork(name)}plan.json`,
      keys.siteFile(name, publish ? "index.html" : "other.html"),
    ])
      await objects.put(key, name);
    await putJson(objects, keys.sitePublished(name), { formatVersion: 1, published: publish });
    await refreshRelease({ objects, index }, name);
    if (publish) await switchPointer(objects, name);
  }
  await objects.put(keys.siteFrontPage(), "/r/new/");
  const listed = async (): Promise<string[]> => {
    const partitions = [indexKeys.allReleases(), indexKeys.ownReleases("ann"), indexKeys.publishedReleases()];
    const pages = await Promise.all(partitions.map((partition) => index.query(partition, { limit: 10 })));
    return pages.map(({ items }) => items.map(({ sort }) => sort).join(" "));
  };
  const withdraw = (on: ObjectStore = objects, isConfirmed = true) =>
    withdrawRelease({ objects: on, index }, "new", isConfirmed);
  return { objects, index, listed, withdraw };
}

test("a withdrawn release is in no list and no folder, and the front page shows the newest other one", async () => {
  const { objects, listed, withdraw } = await world();
  expect(await withdraw()).toBe(8);
  expect(await listed()).toEqual(["new-x old", "new-x old", "old"]);
  const texts = await textsBelow(objects, "");
  expect([...texts.keys()].filter((key) => /\/new[/.]/.test(key))).toEqual([]);
  expect([...texts.keys()].filter((key) => /\/new-x[/.]/.test(key))).toHaveLength(8);
  expect(await latestSite(objects)).toBe("old");
  expect(texts.get(keys.siteFrontPage())).toContain("url=/r/old/");
});

test("without another published release there is no front page", async () => {
  const { objects, index } = await world();
  await withdrawRelease({ objects, index }, "old", true);
  await withdrawRelease({ objects, index }, "new", true);
  expect([await latestSite(objects), await objects.head(keys.siteFrontPage())]).toEqual([undefined, undefined]);
});

test("without confirmation nothing is deleted", async () => {
  const { objects, listed, withdraw } = await world();
  const before = [await textsBelow(objects, ""), await listed()];
  expect(await withdraw(objects, false)).toBe(8);
  expect([await textsBelow(objects, ""), await listed()]).toEqual(before);
});

test.each([true, false])(
  "a call that is killed at any operation is completed by the next one (the last operation takes place: %s)",
  async (lastTakesPlace) => {
    const whole = await world();
    await whole.withdraw();
    const expected = [await textsBelow(whole.objects, ""), await whole.listed()];
    let stops = 0;
    for (let isKilled = true; isKilled; stops++) {
      const { objects, listed, withdraw } = await world();
      const stopped = stoppedAt(objects, stops + 1, lastTakesPlace);
      isKilled = await withdraw(stopped).then(
        () => false,
        () => true,
      );
      await withdraw().catch(() => undefined); // nothing may be left
      expect([stops, await textsBelow(objects, ""), await listed()]).toEqual([stops, ...expected]);
    }
    expect(stops).toBeGreaterThan(20);
  },
);

test("a release that is being made is refused, and so is one that does not exist", async () => {
  const { objects, index, withdraw } = await world();
  await objects.delete(keys.sitePublished("new"));
  await expect(withdraw()).rejects.toThrow(
    "the release new is being made; withdraw it when its status is published or failed",
  );
  await expect(withdrawRelease({ objects, index }, "r9", true)).rejects.toThrow(
    "there is no release r9; give the name of a folder below releases/",
  );
});

test("a release whose request cannot be read is withdrawn, and so is one next to it", async () => {
  const { objects, listed, withdraw } = await world();
  await objects.put(keys.releaseRequest("new"), "{");
  await objects.put(keys.releaseRequest("new-x"), "{");
  expect(await withdraw()).toBe(8);
  expect(await listed()).toEqual(["new-x old", "new-x old", "old"]);
  expect(await latestSite(objects)).toBe("old");
});

test("a later release replaces one on the front page whose request cannot be read", async () => {
  const { objects } = await world();
  await objects.put(keys.releaseRequest("new"), "{");
  await switchPointer(objects, "new-x");
  expect(await latestSite(objects)).toBe("new-x");
});
