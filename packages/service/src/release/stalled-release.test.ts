import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import type { ModelInfo } from "@medhelm/core/release/runs/loaded-run";
import type { StoredRelease } from "@medhelm/core/release/release-request";
import { fixture, putRun, releaseTexts } from "@medhelm/testing/fixtures/release";
import { copyInto, textsBelow } from "@medhelm/testing/fixtures/work";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { pausedAt } from "@medhelm/testing/stores/paused-store";
import { expect, test } from "vitest";
import { buildRequestedRelease } from "./build-requested-release.ts";
import type { ReleasePorts } from "./ports.ts";
import { isBuilt } from "./release-plan.ts";

// A release job that stalls and then continues writes only to places that no reader uses. These tests stall job 1 at every operation on the store,
// until job 2 has built the release. Then job 1 continues to its end. The short version takes every second operation, of a bucket the even ones and
// of a folder the odd ones.

const isLong = process.env["MEDHELM_CHAOS"] !== undefined;

const asked = (suites: string[], createdAt = "2026-01-01"): StoredRelease => ({
  formatVersion: 1,
  owner: "ann",
  createdAt,
  request: { name: "r1", suites, profile: "helm", publish: true },
});
const FIRST = asked(["s", "t"]);

const modelNamed = (displayName: string): ModelInfo => ({
  name: "m/a",
  displayName,
  organization: "o",
  access: "open",
  description: "",
});

interface Side {
  readonly stored: StoredRelease;
  readonly model: ModelInfo;
}
const one: Side = { stored: FIRST, model: modelNamed("A") };

const SCENARIOS: readonly (readonly [string, Side])[] = [
  ["an equal job", one],
  ["a job with other model data", { ...one, model: modelNamed("Another name") }],
  ["a job of a changed request", { ...one, stored: asked(["s"], "2026-02-02") }],
];

const filled = memoryStore();
await putRun(filled, { suite: "s", model: "m/a", score: 0.25, access: "public", generation: 2 });
await putRun(filled, { suite: "s", model: "m/gated", score: 0.5, access: "gated", generation: 1 });
await putRun(filled, { suite: "s", model: "m/flat", score: 0.75, access: "public" });
await putRun(filled, { suite: "t", model: "m/other", score: 1, access: "public", group: "other" });
await putRun(filled, { suite: "t", model: "m/helm", score: 1 });

async function requested(showsReleases: boolean): Promise<ReleasePorts> {
  const ports = { ...fixture(), objects: memoryStore({ etags: "of the bytes" }), showsReleases };
  await copyInto(filled, ports.objects);
  await putJson(ports.objects, keys.releaseRequest("r1"), FIRST);
  return ports;
}

/** As the API does: a built release keeps its request. */
async function requestAgain(objects: ObjectStore, { stored }: Side): Promise<void> {
  if (await isBuilt(objects, FIRST)) return;
  await putJson(objects, keys.releaseRequest("r1"), stored);
  await objects.delete(keys.releaseFailed("r1"));
}

const build = (ports: ReleasePorts, { model }: Side, objects = ports.objects) =>
  buildRequestedRelease({ ...ports, models: [model], objects }, "r1");

/** All objects of the release. */
async function endOf(objects: ObjectStore): Promise<string> {
  return JSON.stringify([...(await releaseTexts(objects, "r1")), ...(await textsBelow(objects, "release-failures/"))]);
}

async function undisturbed(side: Side, showsReleases: boolean): Promise<string> {
  const ports = await requested(showsReleases);
  await putJson(ports.objects, keys.releaseRequest("r1"), side.stored);
  expect(await build(ports, side)).toBe("built");
  return endOf(ports.objects);
}

/** The good ends: that of job 2, or that of job 1 if it had already published its files. */
async function goodEnds(second: Side, showsReleases: boolean) {
  const [ofFirst, ofSecond] = [await undisturbed(one, showsReleases), await undisturbed(second, showsReleases)];
  return (wasBuilt: boolean): string => (wasBuilt ? ofFirst : ofSecond);
}

const CASES = SCENARIOS.flatMap(([name, second]) => [
  [`${name} in a bucket`, second, false] as const,
  [`${name} in a folder`, second, true] as const,
]);

test.for(CASES)("a release ends well where job 1 stalls until %s has built it", async ([, second, shows]) => {
  const good = await goodEnds(second, shows);
  const bad: number[] = [];
  let stops = shows || isLong ? 0 : 1;
  for (let isReached = true; isReached; stops += isLong ? 1 : 2) {
    const ports = await requested(shows);
    isReached = false;
    let wasBuilt = false;
    const stalled = pausedAt(ports.objects, stops + 1, async () => {
      isReached = true;
      wasBuilt = await isBuilt(ports.objects, FIRST);
      await requestAgain(ports.objects, second);
      expect(await build(ports, second)).toBe("built");
    });
    await build(ports, one, stalled);
    if (isReached && (await endOf(ports.objects)) !== good(wasBuilt)) bad.push(stops + 1);
  }
  expect({ stops, bad }).toEqual({ stops, bad: [] });
  expect(stops).toBeGreaterThan(40);
});

/** Pairs of every fifth operation take a minute in all. */
const STEP = isLong ? 5 : 10;

test.for(CASES)("a release ends well if job 1 continues while %s builds it", async ([, second, shows]) => {
  const good = await goodEnds(second, shows);
  const bad: unknown[] = [];
  for (let stop = 1; stop <= 61; stop += STEP)
    for (let other = 2; other <= 62; other += STEP) {
      const ports = await requested(shows);
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      let job2: Promise<unknown> | undefined;
      let wasBuilt = false;
      const partly = async () => {
        wasBuilt = await isBuilt(ports.objects, FIRST);
        await requestAgain(ports.objects, second);
        await new Promise<void>((done) => {
          const paused = pausedAt(ports.objects, other, () => {
            done();
            return ended;
          });
          job2 = build(ports, second, paused).finally(done);
        });
      };
      await build(ports, one, pausedAt(ports.objects, stop, partly));
      end();
      await job2;
      await build(ports, second); // the sweep
      const found = await endOf(ports.objects);
      const isEqualRequest = second.stored === FIRST; // then job 1 may publish its files while job 2 works
      if (found !== good(wasBuilt) && !(isEqualRequest && found === good(true))) bad.push({ stop, other });
    }
  expect(bad).toEqual([]);
});
