import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson, putJson } from "@medhelm/core/store/objects";
import type { JobRequest } from "@medhelm/core/ports";
import { JobRecord } from "@medhelm/core/jobs/job";
import {
  dispatchPorts,
  MESSAGE,
  storeWithSubmission,
  SUBMISSION,
  testCompute,
} from "@medhelm/testing/fixtures/dispatch";
import { pauseAt, pausedCompute, pausedIndex, pausedStore } from "@medhelm/testing/stores/paused-store";
import { expect, test } from "vitest";
import { dispatch } from "./dispatch.ts";

// A dispatcher that stalls, or whose call of AWS Batch answers late, while other deliveries of its message take place.

const RECORD = keys.job(MESSAGE.submission, MESSAGE.deployment, MESSAGE.role);

async function bench() {
  const clock = fakeClock();
  const objects = await storeWithSubmission(SUBMISSION, { clock, etags: "of the bytes" });
  const compute = testCompute();
  const ports = dispatchPorts(objects, compute, clock);
  const isRunning = ({ id, state }: (typeof compute.jobs)[number]) =>
    state === "running" && !compute.cancelled.includes(id);
  return {
    clock,
    objects,
    compute,
    ports,
    deliver: () => dispatch(ports, MESSAGE),
    cancel: () => putJson(objects, keys.submissionCancel("sub"), { formatVersion: 1, cancelledAt: "now" }),
    running: () => compute.jobs.filter(isRunning).map(({ id }) => id),
    record: () => getJson(objects, RECORD, JobRecord),
  };
}
type Bench = Awaited<ReturnType<typeof bench>>;

/** Compute whose submission takes effect at once and answers after `lateMs`. */
const answersLate = ({ compute, clock }: Bench, lateMs: number, meanwhile: () => Promise<unknown>) => ({
  ...compute,
  async submit(request: JobRequest) {
    await clock.advance(lateMs);
    await meanwhile();
    return compute.submit(request);
  },
});

test.for([31_000, 70_000])("a submission that is %i ms late never gives two jobs", async (lateMs) => {
  const here = await bench();
  const late = answersLate(here, lateMs, here.deliver);
  await dispatch({ ...here.ports, compute: late }, MESSAGE);
  await here.clock.advance(600_000);
  await here.deliver();
  expect(here.running()).toEqual(["job-1"]);
  expect(await here.record()).toMatchObject({ attempt: 1, id: "job-1" });
});

test.for([31_000, 70_000])(
  "a job whose submission is %i ms late is stopped if the owner cancels meanwhile",
  async (lateMs) => {
    const here = await bench();
    const late = answersLate(here, lateMs, async () => {
      await here.cancel();
      await here.deliver();
    });
    await dispatch({ ...here.ports, compute: late }, MESSAGE);
    expect(here.compute.jobs).toHaveLength(1);
    expect(here.running()).toEqual([]);
  },
);

test("a cancellation stops every active job of a name, also one whose id was never recorded", async () => {
  const here = await bench();
  await here.deliver();
  const [request] = here.compute.requests;
  if (request === undefined) throw new Error("no job");
  await here.compute.submit(request);
  await here.cancel();
  await here.deliver();
  expect(here.compute.cancelled.toSorted()).toEqual(["job-1", "job-2"]);
});

test("no next attempt starts while a second job of the last one is active", async () => {
  const here = await bench();
  await here.deliver();
  const [request] = here.compute.requests;
  if (request === undefined) throw new Error("no job");
  await here.compute.submit(request);
  here.compute.end("job-1", "failed", "killed by SIGKILL");
  await here.deliver();
  expect(here.running()).toEqual(["job-2"]);
  expect(await here.record()).toMatchObject({ attempt: 1, id: "job-2" });
});

test("a dispatcher with too little time left submits no job, and a later delivery does", async () => {
  const here = await bench();
  await dispatch({ ...here.ports, remainingMs: () => 24_999 }, MESSAGE);
  expect(here.running()).toEqual([]);
  await here.clock.advance(300_000);
  await here.deliver();
  expect(here.running()).toEqual(["job-1"]);
});

/** Delivers a message that stalls before its n-th operation. Returns the number of operations up to the last. */
async function stalledAtEach(
  whileStalled: (here: Bench) => Promise<void>,
  check: (here: Bench, n: number) => Promise<void>,
) {
  let n = 0;
  for (let isReached = true; isReached; ) {
    n++;
    isReached = false;
    const here = await bench();
    const { objects, index, compute } = here.ports;
    const turn = pauseAt(n, async () => {
      isReached = true;
      await whileStalled(here);
    });
    const stalled = {
      ...here.ports,
      objects: pausedStore(objects, turn),
      index: pausedIndex(index, turn),
      compute: pausedCompute(compute, turn),
    };
    await dispatch(stalled, MESSAGE);
    await check(here, n);
  }
  return n;
}

/** `n`: the operation at which the dispatcher stopped, for the message of a failure. */
async function expectOneJob(here: Awaited<ReturnType<typeof bench>>, n: number): Promise<void> {
  expect({ n, running: here.running(), record: await here.record() }).toMatchObject({
    n,
    running: ["job-1"],
    record: { attempt: 1, faults: 0, id: "job-1" },
  });
}

test("a dispatcher that stalls at any operation while another one runs leaves one job and its record", async () => {
  const operations = await stalledAtEach(
    (here) => here.deliver(),
    async (here, n) => {
      await here.deliver();
      await expectOneJob(here, n);
    },
  );
  expect(operations).toBeGreaterThan(10);
});

test("a dispatcher that stalls for ten minutes at any operation but the submission leaves one job and its record", async () => {
  const operations = await stalledAtEach(
    async (here) => {
      const isSubmitting = here.compute.jobs.length === 0 && (await here.record()) !== undefined;
      if (!isSubmitting) await here.clock.advance(600_000);
      await here.deliver();
    },
    async (here, n) => {
      await here.clock.advance(600_000);
      await here.deliver();
      await expectOneJob(here, n);
    },
  );
  expect(operations).toBeGreaterThan(10);
});

test("a dispatcher that dies at any operation leaves one job after its claim has ended", async () => {
  let n = 0;
  for (let isReached = true; isReached; ) {
    n++;
    isReached = false;
    const here = await bench();
    const { objects, index, compute } = here.ports;
    const turn = pauseAt(n, async () => {
      isReached = true;
      throw new Error("killed");
    });
    const dying = {
      ...here.ports,
      objects: pausedStore(objects, turn),
      index: pausedIndex(index, turn),
      compute: pausedCompute(compute, turn),
    };
    await dispatch(dying, MESSAGE).catch(() => undefined);
    await here.deliver();
    await here.clock.advance(300_000);
    await here.deliver();
    await expectOneJob(here, n);
  }
  expect(n).toBeGreaterThan(10);
});

test("a cancellation at any operation of a dispatcher leaves no job", async () => {
  let cancellations = 0;
  const operations = await stalledAtEach(
    async (here) => {
      cancellations++;
      await here.cancel();
      await here.deliver();
    },
    async (here, n) => {
      await here.deliver();
      expect({ n, running: here.running() }).toEqual({ n, running: n > cancellations ? ["job-1"] : [] });
    },
  );
  expect(operations).toBeGreaterThan(10);
});
