import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { indexKeys } from "@medhelm/core/store/index-keys";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson, putJson } from "@medhelm/core/store/objects";
import { openRelease } from "@medhelm/core/store/release-files";
import type { Index, ObjectStore } from "@medhelm/core/ports";
import { StoredRelease } from "@medhelm/core/release/release-request";
import { fixture, putRun } from "@medhelm/testing/fixtures/release";
import { copyInto } from "@medhelm/testing/fixtures/work";
import { atEveryOperation, atPairsOfOperations } from "@medhelm/testing/stores/at-every-operation";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { announceRelease, refreshRelease, releaseState } from "../../index/releases.ts";
import { buildRequestedRelease } from "../build-requested-release.ts";
import type { ReleasePorts } from "../ports.ts";
import { isBuilt } from "../release-plan.ts";
import { publishSite, type SitePorts } from "./publish.ts";

// The job of a release and that of its site work at the same time, also for two requests of the same name.

const requestOf = (suites: string[], createdAt: string): StoredRelease => ({
  formatVersion: 1,
  owner: "ann",
  createdAt,
  request: { name: "r1", suites, profile: "helm", publish: true },
});
const FIRST = requestOf(["s"], "2026-01-01T00:00:00.000Z");
const SECOND = requestOf(["s", "t"], "2026-02-01T00:00:00.000Z");

const filled = memoryStore();
await putRun(filled, { suite: "s", model: "m/a", score: 1, access: "public", generation: 1 });
await putRun(filled, { suite: "s", model: "m/flat", score: 1, access: "public" });
await putRun(filled, { suite: "t", model: "m/b", score: 0, access: "public", generation: 1 });
await putJson(filled, keys.releaseRequest("r1"), FIRST);

interface World extends ReleasePorts {
  readonly index: Index;
}
async function requested(): Promise<World> {
  const ports = { ...fixture(), objects: memoryStore({ etags: "of the bytes" }), index: sqliteIndex(":memory:") };
  await copyInto(filled, ports.objects);
  await refreshRelease(ports, "r1");
  return ports;
}
async function built(): Promise<World> {
  const at = await requested();
  await release(at, at.objects);
  return at;
}

async function release(at: World, objects: ObjectStore): Promise<void> {
  await buildRequestedRelease({ ...at, objects }, "r1");
  await refreshRelease({ ...at, objects }, "r1");
}

/** Replaces Astro: one page with the leaderboard. */
const build: SitePorts["build"] = async ({ releaseDir, outDir }) => {
  await mkdir(outDir, { recursive: true });
  await writeFile(join(outDir, "index.html"), await readFile(join(releaseDir, "leaderboard.json"), "utf8"));
};
const publish = ({ index }: World, objects: ObjectStore) =>
  publishSite({ objects, index, build, signal: new AbortController().signal, say: () => undefined }, "r1");

/** As the API does for a release whose job has failed before its files were there. */
async function requestAgain(at: World, objects: ObjectStore): Promise<void> {
  if (await isBuilt(objects, FIRST)) return;
  await announceRelease(at.index, "r1", 0);
  await putJson(objects, keys.releaseRequest("r1"), SECOND);
  await objects.delete(keys.releaseFailed("r1"));
  await refreshRelease({ ...at, objects }, "r1");
}
async function releaseAgain(at: World, objects: ObjectStore): Promise<void> {
  await requestAgain(at, objects);
  await release(at, objects);
}

/** After the next turn of both jobs, the site shows the files of the stored request, and the list says that it is published. */
async function problem(at: World): Promise<unknown> {
  const { objects, index } = at;
  await release(at, objects);
  await publish(at, objects);
  const stored = await getJson(objects, keys.releaseRequest("r1"), StoredRelease);
  const { record, keyOf } = await openRelease(objects, "r1");
  const text = async (key: string) => new TextDecoder().decode((await objects.get(key))?.body);
  const isOfRequest = stored?.request.suites.join() === record?.suites.join();
  const isOfFiles = (await text(keys.siteFile("r1", "index.html"))) === (await text(keyOf("leaderboard.json")));
  const line = Object((await index.get(indexKeys.publishedRelease("r1")))?.value).status?.state;
  const state = stored === undefined ? "none" : (await releaseState(objects, stored)).state;
  const end = { isOfRequest, isOfFiles, line, state };
  return JSON.stringify(end) === GOOD ? undefined : end;
}
const GOOD = JSON.stringify({ isOfRequest: true, isOfFiles: true, line: "published", state: "published" });

const CASES = [
  ["a built release", built, release],
  ["a requested release", requested, release],
  ["a release that is requested again with other suites", requested, releaseAgain],
] as const;

test.for(CASES)("a site job of %s that stalls at any operation while the release job works", async ([, world, job]) => {
  const { stops, bad } = await atEveryOperation({
    world,
    first: publish,
    second: (at) => job(at, at.objects),
    problem,
  });
  expect(bad).toEqual([]);
  expect(stops).toBeGreaterThan(3);
});

test.for(CASES)("a release job of %s that stalls at any operation while the site job works", async ([, world, job]) => {
  const { stops, bad } = await atEveryOperation({
    world,
    first: job,
    second: (at) => publish(at, at.objects),
    problem,
  });
  expect(bad).toEqual([]);
  expect(stops).toBeGreaterThan(3);
});

test.for(CASES)("a release job and a site job of %s that take turns", async ([, world, job]) => {
  const { pairs, bad } = await atPairsOfOperations({ world, first: job, second: publish, problem }, 3);
  expect(bad).toEqual([]);
  expect(pairs).toBeGreaterThan(5);
});
