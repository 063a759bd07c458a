import { pausedAt } from "@medhelm/testing/stores/paused-store";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import type { StoredRelease } from "@medhelm/core/release/release-request";
import { expect, test } from "vitest";
import { testCompute } from "@medhelm/testing/fixtures/dispatch";
import { fixture, putRun } from "@medhelm/testing/fixtures/release";
import { makeRelease, type ReleaseJobPorts } from "./make-release.ts";
import { listKeys } from "./replace-release.ts";

const CHANGED = "quiz:model=m_changed";

/** A request for a published release. A run of its suite is sealed again between two deliveries of the request. */
async function requested(): Promise<ReleaseJobPorts> {
  const ports = { ...fixture(), compute: testCompute() };
  for (const model of ["m/a", "m/changed"])
    await putRun(ports.objects, { suite: "s", model, score: 0.25, access: "public" });
  const stored: StoredRelease = {
    formatVersion: 1,
    owner: "ann",
    createdAt: "2026-01-01T00:00:00.000Z",
    request: { name: "r1", suites: ["s"], profile: "helm", publish: true },
  };
  await putJson(ports.objects, keys.releaseRequest("r1"), stored);
  return ports;
}

/** The release's files, and the builds whose dates and texts they contain. */
async function buildsIn(objects: ObjectStore): Promise<{ readonly files: string[]; readonly builds: string[] }> {
  const files = await listKeys(objects, keys.release("r1"));
  const builds = new Set<string>();
  for (const key of files) {
    const text = new TextDecoder().decode((await objects.get(key))?.body);
    for (const [mark] of text.matchAll(/2026-11-3\d|2026-12-01|first text|second text/g))
      builds.add(mark === "second text" || mark === "2026-12-01" ? "second" : "first");
  }
  return { files, builds: [...builds] };
}

test("two concurrent deliveries leave files of one build and no failure, even if a run is sealed again", async () => {
  const model = "m/changed";
  let operations = 0;
  for (let isReached = true; isReached; operations++) {
    const ports = await requested();
    const { objects } = ports;
    const on = (time: string) => ({ ...ports.clock, nowMs: () => Date.parse(time) });
    await putRun(objects, { suite: "s", model, score: 0.25, access: "public", text: "first text" });
    isReached = false;
    const other = async () => {
      isReached = true;
      await putRun(objects, { suite: "s", model, score: 0.75, access: "public", text: "second text" });
      await makeRelease({ ...ports, clock: on("2026-12-01T00:00:00Z") }, "r1");
    };
    const first = { ...ports, clock: on("2026-11-30T00:00:00Z"), objects: pausedAt(objects, operations + 1, other) };
    await makeRelease(first, "r1").catch(() => makeRelease({ ...first, objects }, "r1")); // the queue delivers the message again
    const { files, builds } = await buildsIn(objects);
    expect({ operations, builds: builds.length, failed: await objects.head(keys.releaseFailed("r1")) }).toEqual({
      operations,
      builds: 1,
      failed: undefined,
    });
    expect(files.some((key) => key.includes(CHANGED) || key.endsWith("leaderboard.json"))).toBe(true);
    expect(files).toContain(keys.releaseFile("r1", "release.json"));
    expect(await listKeys(objects, "releases/.previous/")).toEqual([]);
  }
  expect(operations).toBeGreaterThan(20);
});
