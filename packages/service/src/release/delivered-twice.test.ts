import { pausedAt } from "@medhelm/testing/stores/paused-store";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import type { StoredRelease } from "@medhelm/core/release/release-request";
import { expect, test } from "vitest";
import { testCompute } from "@medhelm/testing/fixtures/dispatch";
import { fixture, putRun } from "@medhelm/testing/fixtures/release";
import { buildRequestedRelease } from "./build-requested-release.ts";
import { makeRelease, type ReleaseJobPorts } from "./make-release.ts";
import type { ReleasePorts } from "./ports.ts";
import { listKeys } from "./list-keys.ts";

const CHANGED = "quiz:model=m_changed";

type Ports = ReleasePorts & ReleaseJobPorts;
const deliver = (ports: Ports): Promise<void> =>
  makeRelease({ ...ports, buildHere: (release) => buildRequestedRelease(ports, release) }, "r1");

/** A request for a published release. A run of its suite is sealed again between two deliveries of the request. */
async function requested(): Promise<Ports> {
  const ports = { ...fixture(), compute: testCompute() };
  for (const model of ["m/a", "m/changed"])
    await putRun(ports.objects, { suite: "s", model, score: 0.25, access: "public", generation: 1 });
  const stored: StoredRelease = {
    formatVersion: 1,
    owner: "ann",
    createdAt: "2026-01-01T00:00:00.000Z",
    request: { name: "r1", suites: ["s"], profile: "helm", publish: true },
  };
  await putJson(ports.objects, keys.releaseRequest("r1"), stored);
  return ports;
}

/** The release's files, and the builds whose dates and generations they contain. */
async function buildsIn(objects: ObjectStore): Promise<{ readonly files: string[]; readonly builds: string[] }> {
  const files = await listKeys(objects, "releases/");
  const builds = new Set<string>();
  for (const key of files) {
    const text = new TextDecoder().decode((await objects.get(key))?.body);
    for (const [mark] of text.matchAll(/2026-11-3\d|2026-12-01|m_changed\/[12]-/g))
      builds.add(mark === "m_changed/2-" || mark === "2026-12-01" ? "second" : "first");
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
    await putRun(objects, { suite: "s", model, score: 0.25, access: "public", generation: 1 });
    isReached = false;
    const other = async () => {
      isReached = true;
      await putRun(objects, { suite: "s", model, score: 0.75, access: "public", generation: 2 });
      await deliver({ ...ports, clock: on("2026-12-01T00:00:00Z") });
    };
    const first = { ...ports, clock: on("2026-11-30T00:00:00Z"), objects: pausedAt(objects, operations + 1, other) };
    await deliver(first).catch(() => deliver({ ...first, objects })); // the queue delivers the message again
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
