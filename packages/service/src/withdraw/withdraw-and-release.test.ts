import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import { indexKeys } from "@medhelm/core/store/index-keys";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson, putJson } from "@medhelm/core/store/objects";
import { openRelease } from "@medhelm/core/store/release-files";
import { openRun } from "@medhelm/core/store/run-files";
import type { Index, ObjectStore } from "@medhelm/core/ports";
import { StoredRelease } from "@medhelm/core/release/release-request";
import { fixture, putRun } from "@medhelm/testing/fixtures/release";
import { copyInto, textsBelow } from "@medhelm/testing/fixtures/work";
import { atEveryOperation, atPairsOfOperations } from "@medhelm/testing/stores/at-every-operation";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { refreshRelease } from "../index/releases.ts";
import { buildRequestedRelease } from "../release/build-requested-release.ts";
import type { ReleasePorts } from "../release/ports.ts";
import { withdrawRelease } from "./withdraw-release.ts";
import { type WithdrawnRuns, withdrawRuns } from "./withdraw-runs.ts";

// A release is made while one of its runs, or the release itself, is withdrawn.

const SECRET = "the patient Ann Other";
const REQUEST: StoredRelease = {
  formatVersion: 1,
  owner: "ann",
  createdAt: "2026-01-01T00:00:00.000Z",
  request: { name: "r1", suites: ["s"], profile: "helm", publish: true },
};

const filled = memoryStore();
const sealed = { suite: "s", score: 1, access: "public" } as const;
const RUN = await putRun(filled, { ...sealed, model: "m/gone", text: SECRET, generation: 1 });
const FLAT = await putRun(filled, { ...sealed, model: "m/flat", text: SECRET });
await putRun(filled, { ...sealed, model: "m/kept", generation: 1 });

interface World extends ReleasePorts {
  readonly index: Index;
  /** what the operator reads */
  withdrawn?: WithdrawnRuns;
}

async function world(): Promise<World> {
  const ports = { ...fixture(), objects: memoryStore({ etags: "of the bytes" }), index: sqliteIndex(":memory:") };
  await copyInto(filled, ports.objects);
  return ports;
}

/** As the API and the release job do. */
async function release(at: World, objects: ObjectStore): Promise<void> {
  await putJson(objects, keys.releaseRequest("r1"), REQUEST, { ifAbsent: true });
  await refreshRelease({ ...at, objects }, "r1");
  await buildRequestedRelease({ ...at, objects }, "r1");
  await refreshRelease({ ...at, objects }, "r1");
}
const withdraw = (run: string) => async (at: World, objects: ObjectStore) => {
  at.withdrawn = await withdrawRuns({ objects, clock: fakeClock() }, { suite: "s", run }, true);
};

/** Good ends: the run is whole and the operator is refused; or it is gone, and the operator knows each release that shows it. */
const problemOf = (run: string) => async (at: World) => {
  const { objects, withdrawn } = at;
  await buildRequestedRelease(at, "r1"); // the sweep sends the message again
  const isThere = (await openRun(objects, "s", run)).manifest !== undefined;
  const { record, keyOf } = await openRelease(objects, "r1");
  const runs = new TextDecoder().decode((await objects.get(keyOf("sealed-runs.json")))?.body);
  const isShown = record !== undefined && runs.includes(run);
  const isTold = withdrawn?.releases.includes("r1") === true;
  const texts = [
    ...(await textsBelow(objects, `runs/s/${run}/`)),
    ...(await textsBelow(objects, "runs/s/.generations/")),
  ];
  const left = texts.filter(([key, text]) => (key + text).includes(SECRET) && key.includes(run)).map(([key]) => key);
  const isGood = withdrawn === undefined ? isThere : !isThere && left.length === 0 && (!isShown || isTold);
  return isGood ? undefined : { isThere, isShown, isTold, left };
};

test.for([RUN, FLAT])("a release that stalls at any operation while its run %s is withdrawn", async (run) => {
  const { stops, bad } = await atEveryOperation({
    world,
    first: release,
    second: (at) => withdraw(run)(at, at.objects),
    problem: problemOf(run),
  });
  expect(bad).toEqual([]);
  expect(stops).toBeGreaterThan(40);
});

test.for([RUN, FLAT])(
  "a withdrawal of the run %s that stalls at any operation while a release is made",
  async (run) => {
    const { stops, bad } = await atEveryOperation({
      world,
      first: withdraw(run),
      second: (at) => release(at, at.objects),
      problem: problemOf(run),
    });
    expect(bad).toEqual([]);
    expect(stops).toBeGreaterThan(10);
  },
);

test.for([RUN, FLAT])("a withdrawal of the run %s and a release that take turns", async (run) => {
  const { pairs, bad } = await atPairsOfOperations(
    { world, first: withdraw(run), second: release, problem: problemOf(run) },
    3,
  );
  expect(bad).toEqual([]);
  expect(pairs).toBeGreaterThan(50);
});

/** A release whose job has failed once, so that it may be withdrawn or requested again. */
async function failedRelease(): Promise<World> {
  const at = await world();
  await release(at, at.objects);
  await putJson(at.objects, keys.releaseFailed("r1"), { formatVersion: 1, reason: "No run is public." });
  await refreshRelease(at, "r1");
  return at;
}

/** As the API does for a failed release, and then its jobs. */
async function requestAgain(at: World, objects: ObjectStore): Promise<void> {
  await putJson(objects, keys.releaseRequest("r1"), { ...REQUEST, createdAt: "2026-02-01T00:00:00.000Z" });
  await objects.delete(keys.releaseFailed("r1"));
  await release(at, objects);
  await objects.put(keys.siteFile("r1", "index.html"), "the site");
  await putJson(objects, keys.sitePublished("r1"), { formatVersion: 1, published: true });
  await refreshRelease({ ...at, objects }, "r1");
}

/** Good ends: the release is whole and listed; or the next withdrawal, which may find nothing, leaves nothing of it. */
async function problemOfRelease(at: World): Promise<unknown> {
  const { objects, index } = at;
  const stored = await getJson(objects, keys.releaseRequest("r1"), StoredRelease);
  const isListed = (await index.get(indexKeys.allRelease("r1"))) !== undefined;
  if (stored !== undefined && isListed) {
    await release(at, objects); // the sweep
    const { record, keyOf } = await openRelease(objects, "r1");
    const isWhole = record !== undefined && (await objects.head(keyOf("leaderboard.json"))) !== undefined;
    const line = await index.get(indexKeys.publishedRelease("r1"));
    const isPublished = Object(line?.value).status?.state === "published";
    const hasSite = (await objects.head(keys.siteFile("r1", "index.html"))) !== undefined;
    return isWhole && isPublished === hasSite ? undefined : { isWhole, isPublished, hasSite };
  }
  await withdrawRelease(at, "r1", true).catch(() => undefined);
  const texts = [...(await textsBelow(objects, "")).keys()].filter((key) => /\/r1[/.]/.test(key));
  const isListedNow = (await index.get(indexKeys.allRelease("r1"))) !== undefined;
  return texts.length === 0 && !isListedNow
    ? undefined
    : { isRequested: stored !== undefined, isListed, isListedNow, texts };
}

test("a withdrawal of a failed release that stalls at any operation while it is requested again", async () => {
  const { stops, bad } = await atEveryOperation({
    world: failedRelease,
    first: (at, objects) => withdrawRelease({ ...at, objects }, "r1", true),
    second: (at) => requestAgain(at, at.objects),
    problem: problemOfRelease,
  });
  expect(bad).toEqual([]);
  expect(stops).toBeGreaterThan(20);
});

test("a failed release that is requested again and stalls at any operation while it is withdrawn", async () => {
  const { stops, bad } = await atEveryOperation({
    world: failedRelease,
    first: requestAgain,
    second: (at) => withdrawRelease(at, "r1", true),
    problem: problemOfRelease,
  });
  expect(bad).toEqual([]);
  expect(stops).toBeGreaterThan(20);
});
