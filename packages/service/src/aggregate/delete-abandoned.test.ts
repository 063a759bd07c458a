import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { pausedAt } from "@medhelm/testing/stores/paused-store";
import { stoppedAt } from "@medhelm/testing/stores/stopped-store";
import { metricFor } from "@medhelm/benchmarks/registry";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { keys, runOfScenarioState } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import { openRun } from "@medhelm/core/store/run-files";
import type { ObjectStore } from "@medhelm/core/ports";
import { Identity } from "@medhelm/core/run/identity";
import { expect, test } from "vitest";
import { copyInto, plan, runToSeal, SUITE, textsBelow, workerPorts, workRequest } from "@medhelm/testing/fixtures/work";
import { workRun } from "../work/work-run.ts";
import { aggregateRun } from "./aggregate-run.ts";
import { attemptFolders } from "./attempt-folders.ts";

const [small, large] = [await plan(1), await plan(2)];
const run = small.runSpec.name;
const work = (objects: ObjectStore, pid = 1, one = small) =>
  workRun(workerPorts(objects, { answered: [] }, pid), workRequest(one));
const clean = (objects: ObjectStore) =>
  aggregateRun({ objects, metrics: metricFor }, { suite: SUITE, run, isEnded: true });

/** The files of all attempts, without the decisions. */
async function files(objects: ObjectStore): Promise<string[]> {
  const found: string[] = [];
  for (const folder of await attemptFolders(objects, SUITE, run))
    for (const file of (await textsBelow(objects, keys.generation(SUITE, run, folder))).keys())
      if (file !== "decision.json") found.push(`${folder}/${file}`);
  return found;
}

/** A store whose leases have expired, with what `fill` left. */
async function later(fill: (objects: ObjectStore) => Promise<unknown>): Promise<ObjectStore> {
  const clock = fakeClock();
  const objects = memoryStore({ clock });
  await fill(objects);
  await clock.advance(60_000);
  return objects;
}

/** A store with the files of a worker that was killed after its n-th operation. */
const killedAt = (n: number) => later((objects) => work(stoppedAt(objects, n, true)).catch(() => undefined));

/** Delivers an event for each scenario state, and the message of a sweep. */
async function deliver(objects: ObjectStore): Promise<void> {
  const messages = [{ suite: SUITE, run }];
  for await (const { key } of objects.list(keys.runs(SUITE))) messages.push(...[runOfScenarioState(key) ?? []].flat());
  for (const message of messages) await aggregateRun({ objects, metrics: metricFor }, message);
}

/** Whether the run is sealed, and each file that its manifest lists has its hash. */
async function endOf(objects: ObjectStore) {
  const { manifest, keyOf } = await openRun(objects, SUITE, run, { mayBeCopied: false });
  const wrong: string[] = [];
  for (const [file, sha256] of Object.entries(manifest?.files ?? {}))
    if (sha256Hex((await objects.get(keyOf(file)))?.body ?? "") !== sha256) wrong.push(file);
  return { isSealed: manifest !== undefined, wrong };
}
const WHOLE = { isSealed: true, wrong: [] };

/** The operations of a whole work on a run. */
const OPERATIONS = await (async () => {
  const counted = stoppedAt(memoryStore(), Number.POSITIVE_INFINITY, true);
  await work(counted);
  return counted.calls;
})();

/** The folder of the complete attempt that the run's identity names. */
const namedFolder = async (objects: ObjectStore): Promise<string | undefined> =>
  (await getJson(objects, keys.identity(SUITE, run), Identity))?.folder;
/** The run ends whole when the next worker works on it. */
async function nextEnd(objects: ObjectStore) {
  await runToSeal(workerPorts(objects, { answered: [] }, 2), workRequest(small));
  return endOf(objects);
}

test("the files of a worker that was killed at any operation are deleted, and the next worker completes the run", async () => {
  let left = 0;
  for (let n = 1; n < OPERATIONS; n++) {
    const objects = await killedAt(n);
    const named = await namedFolder(objects);
    const before = await files(objects);
    left += before.length;
    await clean(objects);
    expect({ n, files: await files(objects) }).toEqual({ n, files: named === undefined ? [] : before });
    expect({ n, ...(await nextEnd(objects)) }).toEqual({ n, ...WHOLE });
  }
  expect(left).toBeGreaterThan(5);
});

/** A worker was killed after its scenario state, before the identity named its folder. */
const unnamed = await (async () => {
  for (let n = 1; ; n++) {
    const objects = await killedAt(n);
    if ((await files(objects)).some((file) => file.endsWith("/scenario_state.json"))) return objects;
  }
})();

test.for([true, false])(
  "a clean-up that is killed at any operation is completed by the next (after it: %s)",
  async (takesPlace) => {
    for (let n = 1, isKilled = true; isKilled; n++) {
      const objects = await later((fresh) => copyInto(unnamed, fresh));
      const stopped = stoppedAt(objects, n, takesPlace);
      await clean(stopped).catch(() => undefined);
      isKilled = stopped.calls >= n;
      await clean(objects);
      expect({ n, files: await files(objects) }).toEqual({ n, files: [] });
      expect({ n, ...(await nextEnd(objects)) }).toEqual({ n, ...WHOLE });
    }
  },
);

test("a clean-up at any operation of a worker deletes nothing while the worker holds the run", async () => {
  let isReached = true;
  for (let n = 1; isReached; n++) {
    const objects = memoryStore();
    isReached = false;
    const during = async () => {
      isReached = true;
      const before = await files(objects);
      await clean(objects);
      const after = new Set(await files(objects)); // the worker writes several files at once, so others may have come
      expect({ n, deleted: before.filter((file) => !after.has(file)) }).toEqual({ n, deleted: [] });
    };
    await runToSeal(workerPorts(pausedAt(objects, n, during), { answered: [] }), workRequest(small));
    expect({ n, ...(await endOf(objects)) }).toEqual({ n, ...WHOLE });
  }
});

test("a clean-up after a killed reopening keeps the sealed generations", async () => {
  const sealed = memoryStore();
  const first = await runToSeal(workerPorts(sealed, { answered: [] }), workRequest(large));
  const second = await runToSeal(workerPorts(sealed, { answered: [] }), workRequest(small));
  // an earlier version made no decisions, and its aggregator may have stopped before it kept a copy of the manifest
  for (const { folder = "" } of [first, second].flatMap((seal) => seal ?? []))
    await sealed.delete(keys.attemptDecision(SUITE, run, folder));
  await sealed.delete(keys.generationFile(SUITE, run, second.folder ?? "", "manifest.json"));
  const before = await files(sealed);
  for (let n = 1; n < OPERATIONS; n += 3) {
    const objects = await later(async (fresh) => {
      await copyInto(sealed, fresh);
      await work(stoppedAt(fresh, n, true), 2, large).catch(() => undefined);
    });
    await clean(objects);
    const named = await namedFolder(objects);
    const others = (await files(objects)).filter((file) => !file.startsWith(`${named}/`));
    const kept = before.filter((file) => !file.startsWith(`${named}/`));
    expect({ n, others }).toEqual({ n, others: kept });
    expect({ n, ...(await endOf(objects)) }).toEqual({ n, ...WHOLE });
  }
});

test("an aggregator that pauses at any operation during a clean-up never seals files that were deleted", async () => {
  const ends = new Set<boolean>();
  const [attempt] = await attemptFolders(unnamed, SUITE, run);
  const message = { suite: SUITE, run, folder: attempt ?? "" };
  let isReached = true;
  for (let n = 1; isReached; n++) {
    const objects = await later((fresh) => copyInto(unnamed, fresh));
    isReached = false;
    const cleaned = async () => {
      isReached = true;
      await clean(objects);
    };
    const ports = { objects: pausedAt(objects, n, cleaned), metrics: metricFor };
    await aggregateRun(ports, message).catch(() => undefined); // the queue delivers its message again
    await aggregateRun({ objects, metrics: metricFor }, message);
    const { isSealed, wrong } = await endOf(objects);
    ends.add(isSealed);
    expect({ n, wrong }).toEqual({ n, wrong: [] });
    expect({ n, ...(await nextEnd(objects)) }).toEqual({ n, ...WHOLE });
  }
  expect(ends).toEqual(new Set([true, false]));
});

test("a clean-up that pauses at any operation deletes nothing of a run that is sealed meanwhile", async () => {
  let isReached = true;
  for (let n = 1; isReached; n++) {
    const objects = await later((fresh) => copyInto(unnamed, fresh));
    isReached = false;
    const sealed = async () => {
      isReached = true;
      await deliver(objects);
      await runToSeal(workerPorts(objects, { answered: [] }, 2), workRequest(small));
    };
    await clean(pausedAt(objects, n, sealed));
    expect({ n, ...(await nextEnd(objects)) }).toEqual({ n, ...WHOLE });
  }
});

test("a worker that stalls at any operation and continues after the clean-up does not stop the next worker", async () => {
  let isReached = true;
  for (let n = 1; isReached; n++) {
    const clock = fakeClock();
    const objects = memoryStore({ clock });
    isReached = false;
    const cleaned = async () => {
      isReached = true;
      await clock.advance(60_000); // the lease expires by the store's clock
      await clean(objects);
    };
    await work(pausedAt(objects, n, cleaned)).catch(() => undefined);
    await deliver(objects);
    expect({ n, wrong: (await endOf(objects)).wrong }).toEqual({ n, wrong: [] });
    expect({ n, ...(await nextEnd(objects)) }).toEqual({ n, ...WHOLE });
  }
});
