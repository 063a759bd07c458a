import { metricFor } from "@medhelm/benchmarks/registry";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson, putJson } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import { Manifest } from "@medhelm/core/release/runs/manifest";
import type { StoredRelease } from "@medhelm/core/release/release-request";
import { damagedReleaseFiles, fixture, putRun, releaseTexts } from "@medhelm/testing/fixtures/release";
import { copyOf, plan, runToSeal, SUITE, workerPorts, workRequest } from "@medhelm/testing/fixtures/work";
import { stoppedAt } from "@medhelm/testing/stores/stopped-store";
import { expect, test } from "vitest";
import { aggregateRun } from "../aggregate/aggregate-run.ts";
import { workRun } from "../work/work-run.ts";
import { buildRelease } from "./build-release.ts";
import { buildRequestedRelease } from "./build-requested-release.ts";

const stored = (suites: string[], createdAt = "2026-01-01"): StoredRelease => ({
  formatVersion: 1,
  owner: "ann",
  createdAt,
  request: { name: "r1", suites, profile: "helm", publish: true },
});

/** A request for a release of our runs, a run of format N-1 and a run of HELM's. */
async function requested(request: StoredRelease) {
  const ports = fixture();
  const { objects } = ports;
  await putRun(objects, { suite: "s", model: "m/a", score: 0.25, access: "public", generation: 2 });
  await putRun(objects, { suite: "s", model: "m/gated", score: 0.5, access: "gated", generation: 1 });
  await putRun(objects, { suite: "s", model: "m/flat", score: 0.75, access: "public" });
  await putRun(objects, { suite: "t", model: "m/other", score: 1, access: "public", group: "other" });
  await putRun(objects, { suite: "t", model: "m/helm", score: 1 });
  await putJson(objects, keys.releaseRequest("r1"), request);
  return ports;
}

/** Builds the release, killed at its n-th operation. Returns whether it was killed. */
const isKilledAt = async (
  ports: Awaited<ReturnType<typeof requested>>,
  n: number,
  lastTakesPlace: boolean,
): Promise<boolean> => {
  const objects = stoppedAt(ports.objects, n, lastTakesPlace);
  return buildRequestedRelease({ ...ports, objects }, "r1").then(
    () => false,
    () => true,
  );
};

/** The files of a release that nothing disturbs. */
async function undisturbed(request: StoredRelease): Promise<Map<string, string>> {
  const ports = await requested(request);
  await buildRequestedRelease(ports, "r1");
  return releaseTexts(ports.objects, "r1");
}

test.each([true, false])(
  "a release job that is killed at any operation is continued by the next one, and leaves nothing else (the last operation takes place: %s)",
  async (lastTakesPlace) => {
    const request = stored(["s", "t"]);
    const expected = await undisturbed(request);
    let operations = 0;
    for (let isKilled = true; isKilled; operations++) {
      const ports = await requested(request);
      isKilled = await isKilledAt(ports, operations + 1, lastTakesPlace);
      expect(await buildRequestedRelease(ports, "r1")).toBe("built");
      expect([operations, await releaseTexts(ports.objects, "r1")]).toEqual([operations, expected]);
    }
    expect([...expected.keys()]).toContain("r1/release.json");
    expect(operations).toBeGreaterThan(40);
  },
);

test("a release that is requested with other suites after a killed job has no file of the first request", async () => {
  const [first, second] = [stored(["s", "t"]), stored(["s"], "2026-02-02")];
  const expected = await undisturbed(second);
  for (let n = 1; ; n++) {
    const ports = await requested(first);
    await isKilledAt(ports, n, true);
    if ((await ports.objects.head(keys.releaseFile("r1", "release.json"))) !== undefined) break;
    await putJson(ports.objects, keys.releaseRequest("r1"), second);
    expect(await buildRequestedRelease(ports, "r1")).toBe("built");
    expect([n, await releaseTexts(ports.objects, "r1")]).toEqual([n, expected]);
  }
});

const small = await plan(1);
const large = await plan(2);
const run = small.runSpec.name;
const noCount = () => ({ answered: [] });
const aggregate = (objects: ObjectStore) => aggregateRun({ objects, metrics: metricFor }, { suite: SUITE, run });

test("no later seal deletes or changes a generation of a release, even if an aggregator is killed at any operation", async () => {
  const ports = fixture();
  await runToSeal(workerPorts(ports.objects, noCount()), workRequest(small));
  await buildRelease(ports, { kind: "release", release: "r1", suites: [SUITE], profile: "corrected" });
  await workRun(workerPorts(ports.objects, noCount(), 2), workRequest(large));
  const sealed = await getJson(ports.objects, keys.manifest(SUITE, run), Manifest);
  expect([sealed?.generation, await damagedReleaseFiles(ports.objects, "r1")]).toEqual([1, []]);
  let operations = 0;
  for (let isKilled = true; isKilled; operations++) {
    const objects = await copyOf(ports.objects);
    isKilled = await aggregate(stoppedAt(objects, operations + 1, true)).then(
      () => false,
      () => true,
    );
    await aggregate(objects);
    const now = await getJson(objects, keys.manifest(SUITE, run), Manifest);
    expect([operations, now?.generation, await damagedReleaseFiles(objects, "r1")]).toEqual([operations, 2, []]);
  }
  expect(operations).toBeGreaterThan(15);
});
