import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import { openRun } from "@medhelm/core/store/run-files";
import type { ObjectStore } from "@medhelm/core/ports";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { submissionRunState } from "@medhelm/testing/fixtures/run-state";
import {
  deliver,
  RUN,
  submission,
  twoInstances,
  withNotes,
  work,
  type WorkerSide,
  wrongFiles,
} from "@medhelm/testing/fixtures/submitted-run";
import { copyInto, runToSeal, SUITE, workerPorts, workRequest } from "@medhelm/testing/fixtures/work";
import { atEveryOperation, atPairsOfOperations } from "@medhelm/testing/stores/at-every-operation";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { withdrawRuns } from "./withdraw-runs.ts";

// A run is withdrawn while a worker and the aggregator work on it. At every stop point the run ends whole or it is gone.

const sealed = memoryStore();
await runToSeal(workerPorts(sealed, { answered: [] }), workRequest(twoInstances));

const world = (before: ObjectStore) => async () => {
  const clock = fakeClock();
  const objects = memoryStore({ clock, etags: "of the bytes" });
  await copyInto(before, objects);
  await putJson(objects, keys.submission("sub"), submission);
  return { objects, clock };
};

const workToSeal = async (objects: ObjectStore, side: WorkerSide): Promise<void> => {
  await work(objects, 1, side);
  await deliver(objects);
};

const withdraw = (objects: ObjectStore) =>
  withdrawRuns({ objects, clock: fakeClock() }, { suite: SUITE, run: RUN }, true);

/** After both commands: the sweep starts another worker and delivers its events, and the run then has one of two ends. */
async function problem({ objects, clock }: Awaited<ReturnType<ReturnType<typeof world>>>, side: WorkerSide) {
  const now = {
    isSealed: (await openRun(objects, SUITE, RUN)).manifest !== undefined,
    wrong: await wrongFiles(objects),
  };
  if (now.wrong.length > 0) return now;
  await clock.advance(60_000);
  await work(objects, 2, side);
  await deliver(objects);
  const { manifest } = await openRun(objects, SUITE, RUN);
  const state = await submissionRunState(objects, submission, RUN);
  const end = { isSealed: manifest !== undefined, wrong: await wrongFiles(objects), state: state.state };
  return end.isSealed && end.wrong.length === 0 && end.state === "sealed" ? undefined : { now, end };
}

const SIDES: readonly (readonly [string, ObjectStore, WorkerSide])[] = [
  ["a new run", memoryStore(), { plan: twoInstances }],
  ["a run that the worker reopens", sealed, { plan: withNotes("b") }],
];

test.for(SIDES)(
  "a withdrawal of %s that stalls at any operation while a worker seals the run",
  async ([, before, side]) => {
    const { stops, bad } = await atEveryOperation({
      world: world(before),
      first: (_, objects) => withdraw(objects),
      second: ({ objects }) => workToSeal(objects, side),
      problem: (at) => problem(at, side),
    });
    expect(bad).toEqual([]);
    expect(stops).toBeGreaterThan(5);
  },
);

test.for(SIDES)(
  "a worker and an aggregator of %s that stall at any operation while the run is withdrawn",
  async ([, before, side]) => {
    const { stops, bad } = await atEveryOperation({
      world: world(before),
      first: (_, objects) => workToSeal(objects, side),
      second: async ({ objects, clock }) => {
        await clock.advance(60_000);
        return withdraw(objects);
      },
      problem: (at) => problem(at, side),
    });
    expect(bad).toEqual([]);
    expect(stops).toBeGreaterThan(40);
  },
);

test.for(SIDES)("a worker of %s and a withdrawal that take turns", async ([, before, side]) => {
  const { pairs, bad } = await atPairsOfOperations(
    {
      world: world(before),
      first: (_, objects) => workToSeal(objects, side),
      async second({ clock }, objects) {
        await clock.advance(60_000);
        return withdraw(objects);
      },
      problem: (at) => problem(at, side),
    },
    8,
  );
  expect(bad).toEqual([]);
  expect(pairs).toBeGreaterThan(40);
});
