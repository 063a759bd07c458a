import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { pausedAt } from "@medhelm/testing/stores/paused-store";
import { type Counted, plan, SUITE, workerPorts, workRequest } from "@medhelm/testing/fixtures/work";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import { Identity } from "@medhelm/core/run/identity";
import { getJson } from "@medhelm/core/store/objects";
import { expect, test } from "vitest";
import { workRun } from "../work-run.ts";

const two = await plan(2);
const run = two.runSpec.name;
/** Worker 1 has read and written the lease, and does nothing else before it stalls. */
const FIRST_AFTER_LEASE = 3;

test("a worker that stalls with its lease, and continues while a later worker asks, leaves the run and asks nothing", async () => {
  const clock = fakeClock();
  const objects = memoryStore({ clock });
  const wake = Promise.withResolvers<void>();
  const [asked, askedLater]: [Counted, Counted] = [{ answered: [] }, { answered: [] }];
  let second: Promise<unknown> | undefined;
  const stalled = pausedAt(objects, FIRST_AFTER_LEASE, async () => {
    await clock.advance(60_000);
    const duringAsk = async (): Promise<void> => {
      wake.resolve();
      await first;
    };
    second = workRun(workerPorts(objects, { ...askedLater, duringAsk }, 2, [1, 2]), workRequest(two));
    await wake.promise;
  });
  const first: Promise<unknown> = workRun(workerPorts(stalled, asked, 1, [1, 2]), workRequest(two)).catch(String);
  expect(await first).toBe("LeaseLost: another worker took over the run");
  expect(asked.answered).toEqual([]);
  expect(await second).toMatchObject({ kind: "judged" });
});

test("a run whose lease a user deleted goes on, although its identity names a later term", async () => {
  const objects = memoryStore();
  await workRun(workerPorts(objects, { answered: [] }), workRequest(two));
  const identity = await getJson(objects, keys.identity(SUITE, run), Identity);
  const { ownSha256: _, ...fields } = { ...identity, term: 7 };
  await putJson(objects, keys.identity(SUITE, run), fields);
  await objects.delete(keys.lease(SUITE, run));
  expect(await workRun(workerPorts(objects, { answered: [] }, 2), workRequest(two))).toMatchObject({ kind: "judged" });
});
