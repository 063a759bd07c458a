import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { putReleaseRecord } from "@medhelm/testing/fixtures/release";
import type { Index, ObjectStore } from "@medhelm/core/ports";
import { indexKeys } from "@medhelm/core/store/index-keys";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import { expect, test } from "vitest";
import { announceRelease, dropAbandonedRelease, openReleases, refreshRelease } from "./releases.ts";

async function requested({ publish }: { readonly publish: boolean }) {
  const objects = memoryStore();
  const index = sqliteIndex(":memory:");
  const request = { name: "r1", suites: ["s"], profile: "corrected", publish };
  const createdAt = "2026-11-21T12:00:00.000Z";
  await putJson(objects, keys.releaseRequest("r1"), { formatVersion: 1, owner: "ann", createdAt, request });
  const refresh = (on: Index = index) => refreshRelease({ objects, index: on }, "r1");
  await refresh();
  const lists = () =>
    Promise.all(
      [indexKeys.allReleases(), indexKeys.ownReleases("ann"), indexKeys.publishedReleases()].map(async (partition) => {
        const { items } = await index.query(partition, { limit: 10 });
        return items.map(({ value }): unknown => Object(value).status.state);
      }),
    );
  const open = async (): Promise<string[]> => {
    const names: string[] = [];
    for await (const name of openReleases(index)) names.push(name);
    return names;
  };
  return { objects, index, refresh, lists, open };
}

test("a release is open until it has a site, and its lines show its state in each list", async () => {
  const { objects, refresh, lists, open } = await requested({ publish: true });
  expect([await lists(), await open()]).toEqual([[["queued"], ["queued"], ["queued"]], ["r1"]]);
  await putReleaseRecord(objects, "r1");
  await refresh();
  expect([await lists(), await open()]).toEqual([[["built"], ["built"], ["built"]], ["r1"]]);
  await putJson(objects, keys.sitePublished("r1"), {});
  await refresh();
  expect([await lists(), await open()]).toEqual([[["published"], ["published"], ["published"]], []]);
});

test("a failed release is not open, and one that is not for publication is in no public list", async () => {
  const { objects, refresh, lists, open } = await requested({ publish: false });
  await putJson(objects, keys.releaseFailed("r1"), { formatVersion: 1, reason: "no run is sealed" });
  await refresh();
  expect([await lists(), await open()]).toEqual([[["failed"], ["failed"], []], []]);
});

test.each([
  ["leaderboard.json", (objects: ObjectStore) => putJson(objects, keys.releaseFile("r1", "leaderboard.json"), {})],
  ["release.json", (objects: ObjectStore) => putReleaseRecord(objects, "r1")],
] as const)(
  "a release with %s whose job has failed for good is failed, so that its owner can request it again",
  async (_file, put) => {
    const { objects, refresh, lists, open } = await requested({ publish: false });
    await put(objects);
    await putJson(objects, keys.releaseFailed("r1"), { formatVersion: 1, reason: "the site could not be built" });
    await refresh();
    expect([await lists(), await open()]).toEqual([[["failed"], ["failed"], []], []]);
  },
);

test.each([
  ["of a job that stalled while another one built the release", { step: "build" }],
  ["of an earlier request", { step: "site", request: "0123456789abcdef" }],
] as const)("the failure %s does not count", async (_what, more) => {
  const { objects, refresh, lists } = await requested({ publish: false });
  await putReleaseRecord(objects, "r1");
  await putJson(objects, keys.releaseFailed("r1"), { formatVersion: 1, reason: "no run is sealed", ...more });
  await refresh();
  expect(await lists()).toEqual([["built"], ["built"], []]);
});

test("a release without release.json is not built", async () => {
  const { objects, refresh, lists } = await requested({ publish: false });
  await putJson(objects, keys.releaseFile("r1", "leaderboard.json"), {});
  await refresh();
  expect(await lists()).toEqual([["queued"], ["queued"], []]);
});

test("the announcement of a release that was never stored is dropped after an hour", async () => {
  const { index, open } = await requested({ publish: false });
  await announceRelease(index, "lost", 0);
  await dropAbandonedRelease(index, "lost", 3_600_000);
  expect(await open()).toEqual(["lost", "r1"]);
  for (const release of ["lost", "r1"]) await dropAbandonedRelease(index, release, 3_600_001);
  expect(await open()).toEqual(["r1"]);
});

test("a slow process does not replace a newer state", async () => {
  const { objects, index, refresh, lists } = await requested({ publish: true });
  await putReleaseRecord(objects, "r1");
  let isFirst = true;
  const slow: Index = {
    ...index,
    async write(writes) {
      if (isFirst) {
        isFirst = false;
        await putJson(objects, keys.sitePublished("r1"), {});
        await refresh();
      }
      return index.write(writes);
    },
  };
  await refresh(slow);
  expect(await lists()).toEqual([["published"], ["published"], ["published"]]);
});
