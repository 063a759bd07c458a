import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import { metricFor } from "@medhelm/benchmarks/registry";
import { keys } from "@medhelm/core/store/object-keys";
import type { ObjectStore } from "@medhelm/core/ports";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { damagedReleaseFiles, fixture, putRun } from "@medhelm/testing/fixtures/release";
import { copyInto, plan, runToSeal, SUITE, workerPorts, workRequest } from "@medhelm/testing/fixtures/work";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { stoppedAt } from "@medhelm/testing/stores/stopped-store";
import { expect, test } from "vitest";
import { aggregateRun } from "../aggregate/aggregate-run.ts";
import { attemptFolders } from "../aggregate/attempt-folders.ts";
import { withdrawRelease } from "../withdraw/withdraw-release.ts";
import { withdrawRuns } from "../withdraw/withdraw-runs.ts";
import { workRun } from "../work/work-run.ts";
import { buildRelease } from "./build-release.ts";

const [first, second, third] = [await plan(1), await plan(2), await plan(3)];
const run = first.runSpec.name;
const OTHER = { suite: SUITE, model: "m/other", score: 1, access: "public", generation: 1 } as const;
const noCount = () => ({ answered: [] });

/** Releases r1 and r2 of two generations of a run, another run, and a killed worker's attempt at a third generation. */
const world = await (async () => {
  const clock = fakeClock();
  const objects = memoryStore({ clock });
  const ports = { ...fixture(), objects, clock };
  await putRun(objects, OTHER);
  for (const [release, one] of [["r1", first] as const, ["r2", second] as const]) {
    await runToSeal(workerPorts(objects, noCount()), workRequest(one));
    await buildRelease(ports, { kind: "release", release, suites: [SUITE], profile: "helm" });
  }
  const sealed = (await attemptFolders(objects, SUITE, run)).length;
  for (let n = 1; (await attemptFolders(objects, SUITE, run)).length === sealed; n++) {
    await workRun(workerPorts(stoppedAt(objects, 10 * n, true), noCount(), n), workRequest(third)).catch(
      () => undefined,
    );
    await clock.advance(60_000);
  }
  return objects;
})();

interface Command {
  readonly of: (objects: ObjectStore) => Promise<unknown>;
  /** the releases whose runs stay */
  readonly releases: readonly string[];
}

// killed-release.test.ts does the same for the seal of a later generation
const clock = fakeClock();
const commands: Readonly<Record<string, Command>> = {
  "the clean-up of abandoned attempts": {
    of: (objects) => aggregateRun({ objects, metrics: metricFor }, { suite: SUITE, run, isEnded: true }),
    releases: ["r1", "r2"],
  },
  "the withdrawal of another release": {
    of: (objects) => withdrawRelease({ objects, index: sqliteIndex(":memory:") }, "r2", true),
    releases: ["r1"],
  },
  "the withdrawal of another run": {
    of: (objects) => withdrawRuns({ objects, clock }, { suite: SUITE, run: "quiz:model=m_other" }, true),
    releases: [],
  },
};

test.each(Object.entries(commands))(
  "%s, killed at any operation and repeated, keeps the generations of the releases",
  async (_what, { of, releases }) => {
    let n = 0;
    for (let isKilled = true; isKilled; ) {
      n++;
      const late = fakeClock();
      const objects = memoryStore({ clock: late });
      await copyInto(world, objects);
      await late.advance(60_000);
      const stopped = stoppedAt(objects, n, true);
      await of(stopped).catch(() => undefined);
      isKilled = stopped.calls >= n;
      await late.advance(60_000);
      await of(objects).catch(() => undefined); // nothing may be left to do
      for (const release of releases)
        expect([n, release, await damagedReleaseFiles(objects, release)]).toEqual([n, release, []]);
      const lost = (await Promise.all(["r1", "r2"].map((release) => damagedReleaseFiles(objects, release)))).flat();
      expect([n, lost.filter((key) => key.includes(run))]).toEqual([n, []]);
    }
    expect(n).toBeGreaterThan(5);
  },
);

test("a release whose generation lacks a file is found by these tests", async () => {
  const objects = memoryStore();
  await copyInto(world, objects);
  const [folder = ""] = await attemptFolders(objects, SUITE, run);
  await objects.delete(keys.generationFile(SUITE, run, folder, "run_spec.json"));
  expect(await damagedReleaseFiles(objects, "r1")).toHaveLength(1);
});
