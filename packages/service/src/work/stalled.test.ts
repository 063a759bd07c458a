import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { pausedAt } from "@medhelm/testing/stores/paused-store";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson, putJson } from "@medhelm/core/store/objects";
import { openRun } from "@medhelm/core/store/run-files";
import type { ObjectStore } from "@medhelm/core/ports";
import { Identity } from "@medhelm/core/run/identity";
import type { RunPlan } from "@medhelm/core/run/spec/expand";
import { expect, test } from "vitest";
import {
  type Counted,
  copyInto,
  oneFailureAllowed,
  runToSeal,
  SUITE,
  workerPorts,
  workRequest,
} from "@medhelm/testing/fixtures/work";
import {
  deliver,
  NOTES,
  RUN,
  submission,
  twoInstances,
  withNotes,
  work,
  type WorkerSide,
  wrongFiles,
} from "@medhelm/testing/fixtures/submitted-run";
import { submissionRunState } from "@medhelm/testing/fixtures/run-state";
import { workRun } from "./work-run.ts";

// A worker that stalls past its lease and then continues writes only to places that no reader uses. These tests stall worker 1 at every operation on
// the store, until worker 2 and an aggregator have sealed the run. Then worker 1 continues to its end.

const two = twoInstances;
const run = RUN;
const newCounter = (): Counted => ({ answered: [] });
const failure = { reason: "server_error", message: "the stub fails", isRetriable: false } as const;

interface Scenario {
  readonly before: (objects: ObjectStore) => Promise<unknown>;
  readonly first: WorkerSide;
  readonly second: WorkerSide;
}

/** The only good end of a run. */
const GOOD = { isSealed: true, wrongFiles: [], state: "sealed", again: "sealed" };

async function endOf(objects: ObjectStore, plans: readonly RunPlan[]) {
  const { manifest } = await openRun(objects, SUITE, run);
  const { state } = await submissionRunState(objects, submission, run);
  const identity = await getJson(objects, keys.identity(SUITE, run), Identity);
  const sealedPlan = plans.find(({ benchmark }) => benchmark.identityParts[NOTES] === identity?.parts[NOTES]) ?? two;
  const again = await workRun(workerPorts(objects, newCounter(), 3), workRequest(sealedPlan));
  return { isSealed: manifest !== undefined, wrongFiles: await wrongFiles(objects), state, again: again.kind };
}

/** Stalls worker 1 at each operation in turn. Returns the number of stop points and those that end badly. */
async function atEveryOperation({ before, first, second }: Scenario) {
  const bad: unknown[] = [];
  for (let stop = 1; ; stop++) {
    const clock = fakeClock();
    const objects = memoryStore({ clock, etags: "of the bytes" });
    await before(objects);
    await putJson(objects, keys.submission("sub"), submission);
    let isReached = false;
    let hasFailed = false;
    const stalled = pausedAt(objects, stop, async () => {
      isReached = true;
      hasFailed = (await submissionRunState(objects, submission, run)).state === "failed";
      await clock.advance(60_000); // the lease expires by the store's clock; the stalled process notices nothing
      await work(objects, 2, second);
      await deliver(objects);
    });
    await work(stalled, 1, first).catch(() => undefined);
    if (!isReached) return { stops: stop - 1, bad };
    if (hasFailed) continue; // the failure precedes the stall, so the submission's run has ended
    await deliver(objects);
    const end = await endOf(objects, [first.plan, second.plan]);
    if (JSON.stringify(end) !== JSON.stringify(GOOD)) bad.push({ stop, ...end });
  }
}

/** Stalls worker 1 at operation `stop` until worker 2 reaches operation `second`. Then worker 2 waits for worker 1's end. */
async function interleaved({ before, ...sides }: Scenario, stop: number, second: number) {
  const clock = fakeClock();
  const objects = memoryStore({ clock, etags: "of the bytes" });
  await before(objects);
  await putJson(objects, keys.submission("sub"), submission);
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let other: Promise<unknown> | undefined;
  const partly = async () => {
    await clock.advance(60_000);
    await new Promise<void>((done) => {
      const paused = pausedAt(objects, second, () => {
        done();
        return ended;
      });
      other = work(paused, 2, sides.second).finally(done);
    });
  };
  await work(pausedAt(objects, stop, partly), 1, sides.first).catch(() => undefined);
  end();
  await other;
  await deliver(objects);
  return { stop, second, ...(await endOf(objects, [sides.first.plan, sides.second.plan])) };
}

async function prepared(fill: (objects: ObjectStore) => Promise<unknown>): Promise<Scenario["before"]> {
  const filled = memoryStore();
  await fill(filled);
  return (objects) => copyInto(filled, objects);
}
const nothing = async (): Promise<void> => undefined;
const sealed = await prepared((objects) => runToSeal(workerPorts(objects, newCounter()), workRequest(two)));
/** Worker 0 was killed after its first answers. */
const interrupted = await prepared((objects) =>
  workRun(
    workerPorts(objects, { answered: [], failAt: (ask) => (ask === 1 ? kill() : undefined) }),
    workRequest(two),
  ).catch(() => undefined),
);
const withFailure = await prepared((objects) =>
  runToSeal(
    workerPorts(objects, { answered: [], failAt: (ask) => (ask === 1 ? failure : undefined) }),
    workRequest(two, oneFailureAllowed),
  ),
);
function kill(): never {
  throw new Error("killed");
}

const SCENARIOS: readonly (readonly [string, Scenario])[] = [
  ["a new run", { before: nothing, first: { plan: two }, second: { plan: two } }],
  ["a resumed run", { before: interrupted, first: { plan: two }, second: { plan: two } }],
  ["a run with changed data", { before: sealed, first: { plan: withNotes("b") }, second: { plan: withNotes("b") } }],
  ["a run that is changed back", { before: sealed, first: { plan: withNotes("b") }, second: { plan: two } }],
  [
    "a retry of failed requests",
    { before: withFailure, first: { plan: two, retryFailed: true }, second: { plan: two, retryFailed: true } },
  ],
  ["a worker that fails", { before: nothing, first: { plan: two, refuses: "judge/lexical" }, second: { plan: two } }],
  [
    "a worker that fails in a reopened run",
    { before: sealed, first: { plan: withNotes("b"), refuses: "judge/lexical" }, second: { plan: withNotes("b") } },
  ],
];

test.for(SCENARIOS)("%s ends well at every point where worker 1 stalls past its lease", async ([, scenario]) => {
  const { stops, bad } = await atEveryOperation(scenario);
  expect(bad).toEqual([]);
  expect(stops).toBeGreaterThan(10);
});

/** The first operation before which worker 2 holds the lease. */
const HOLDS_LEASE = 10;

test.for(SCENARIOS)("%s ends well if worker 1 continues while worker 2 works", async ([name, scenario]) => {
  const isFailing = name.startsWith("a worker that fails");
  const bad: unknown[] = [];
  for (let stop = 2; stop <= (isFailing ? 16 : 38); stop += 4)
    for (let second = HOLDS_LEASE; second <= 38; second += 4) {
      const end = await interleaved(scenario, stop, second);
      const { stop: _, second: _second, ...found } = end;
      if (JSON.stringify(found) !== JSON.stringify(GOOD)) bad.push(end);
    }
  expect(bad).toEqual([]);
});
