import { keys } from "@medhelm/core/store/object-keys";
import { getJson, putJson } from "@medhelm/core/store/objects";
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
import { copyInto, runToSeal, SUITE, textsBelow, workerPorts, workRequest } from "@medhelm/testing/fixtures/work";
import { atEveryOperation } from "@medhelm/testing/stores/at-every-operation";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { z } from "zod";
import { withdrawRuns } from "../withdraw/withdraw-runs.ts";
import { migrateStore } from "./migrate-store.ts";

// A worker or a withdrawal changes a run while a migration moves it. The migration is called again afterwards, as its command says.

/** A run as format 1 sealed it: its files next to a manifest that names no folder. */
async function flatRun(): Promise<ObjectStore> {
  const sealed = memoryStore();
  await runToSeal(workerPorts(sealed, { answered: [] }), workRequest(twoInstances));
  const { manifest, keyOf } = await openRun(sealed, SUITE, RUN);
  const flat = memoryStore();
  for (const [key, text] of await textsBelow(sealed, "")) if (!key.startsWith("runs/")) await flat.put(key, text);
  for (const file of Object.keys(manifest?.files ?? {}))
    await flat.put(keys.runFile(SUITE, RUN, file), (await sealed.get(keyOf(file)))?.body ?? "");
  const fields = await getJson(sealed, keys.manifest(SUITE, RUN), z.record(z.string(), z.unknown()));
  const { folder: _folder, derived: _derived, ownSha256: _hash, ...rest } = fields ?? {};
  await putJson(flat, keys.manifest(SUITE, RUN), { ...rest, formatVersion: 1 });
  return flat;
}
const flat = await flatRun();

async function world() {
  const clock = fakeClock();
  const objects = memoryStore({ clock, etags: "of the bytes" });
  await copyInto(flat, objects);
  await putJson(objects, keys.submission("sub"), submission);
  return { objects, clock };
}
type World = Awaited<ReturnType<typeof world>>;

const migrate = (objects: ObjectStore, showsRuns: boolean) =>
  migrateStore({ objects, copy: objects.copy, showsRuns, report: () => undefined }, false);
const withdraw = (objects: ObjectStore) =>
  withdrawRuns({ objects, clock: fakeClock() }, { suite: SUITE, run: RUN }, true);
const workToSeal = async (objects: ObjectStore, side: WorkerSide): Promise<void> => {
  await work(objects, 1, side);
  await deliver(objects);
};

/** The next worker, the sweep's messages and the next migration end well if the run is sealed, whole and of the new format. */
async function problem({ objects, clock }: World, side: WorkerSide, showsRuns: boolean) {
  const before = await wrongFiles(objects);
  await clock.advance(60_000);
  await work(objects, 2, side);
  await deliver(objects);
  await migrate(objects, showsRuns);
  const { manifest } = await openRun(objects, SUITE, RUN);
  const { state } = await submissionRunState(objects, submission, RUN);
  const end = { before, wrong: await wrongFiles(objects), hasFolder: manifest?.folder !== undefined, state };
  return JSON.stringify(end) === GOOD ? undefined : end;
}
const GOOD = JSON.stringify({ before: [], wrong: [], hasFolder: true, state: "sealed" });

const SIDES: readonly (readonly [string, WorkerSide, boolean])[] = [
  ["an equal run in a bucket", { plan: twoInstances }, false],
  ["a reopened run in a bucket", { plan: withNotes("b") }, false],
  ["a reopened run in a folder", { plan: withNotes("b") }, true],
];

test.for(SIDES)("a migration that stalls at any operation while a worker seals %s", async ([, side, shows]) => {
  const { stops, bad } = await atEveryOperation({
    world,
    first: (_, objects) => migrate(objects, shows),
    second: ({ objects }) => workToSeal(objects, side),
    problem: (at) => problem(at, side, shows),
  });
  expect(bad).toEqual([]);
  expect(stops).toBeGreaterThan(20);
});

test.for(SIDES)("a worker of %s that stalls at any operation while the run is migrated", async ([, side, shows]) => {
  const { stops, bad } = await atEveryOperation({
    world,
    first: (_, objects) => workToSeal(objects, side),
    second: ({ objects }) => migrate(objects, shows),
    problem: (at) => problem(at, side, shows),
  });
  expect(bad).toEqual([]);
  expect(stops).toBeGreaterThan(10);
});

/** The run is gone after the next withdrawal, which may find nothing, and no text of it is left. */
async function leftOver({ objects }: World): Promise<unknown> {
  const isSealed = (await openRun(objects, SUITE, RUN)).manifest !== undefined;
  const wrong = await wrongFiles(objects);
  const left = [...(await textsBelow(objects, "runs/")).keys()];
  return isSealed || wrong.length > 0 || left.length > 0 ? { isSealed, wrong, left } : undefined;
}

test.each([false, true])(
  "a migration that stalls at any operation while the run is withdrawn (folder: %s)",
  async (shows) => {
    const { stops, bad } = await atEveryOperation({
      world,
      first: (_, objects) => migrate(objects, shows),
      second: ({ objects }) => withdraw(objects),
      problem: leftOver,
    });
    expect(bad).toEqual([]);
    expect(stops).toBeGreaterThan(20);
  },
);

test.each([false, true])(
  "a withdrawal that stalls at any operation while the run is migrated (folder: %s)",
  async (shows) => {
    const { stops, bad } = await atEveryOperation({
      world,
      first: (_, objects) => withdraw(objects),
      second: ({ objects }) => migrate(objects, shows),
      problem: leftOver,
    });
    expect(bad).toEqual([]);
    expect(stops).toBeGreaterThan(10);
  },
);
