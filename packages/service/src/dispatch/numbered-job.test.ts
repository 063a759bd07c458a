import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { testCompute } from "@medhelm/testing/fixtures/dispatch";
import { pauseAt, pausedCompute, pausedIndex } from "@medhelm/testing/stores/paused-store";
import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import type { JobRequest } from "@medhelm/core/ports";
import { expect, test } from "vitest";
import { startNumberedJob } from "./numbered-job.ts";

const REQUEST = { definition: "site" as const, environment: {}, maxJobs: 50 };

function bench() {
  const clock = fakeClock();
  const compute = testCompute();
  const ports = { clock, compute, index: sqliteIndex(":memory:", { clock }) };
  const start = (more: Partial<Parameters<typeof startNumberedJob>[0]> = {}) =>
    startNumberedJob({ ...ports, ...more }, (n) => `site-${n}`, REQUEST);
  return { ...ports, start, names: () => compute.jobs.map(({ name }) => name) };
}

test.each([31_000, 70_000])("a job whose submission is %i ms late starts once", async (lateMs) => {
  const { clock, compute, start, names } = bench();
  const late = {
    ...compute,
    submit: async (request: JobRequest) => {
      await clock.advance(lateMs);
      await start();
      return compute.submit(request);
    },
  };
  await start({ compute: late });
  await clock.advance(600_000);
  await start();
  expect(names()).toEqual(["site-1"]);
});

test("a function that stalls at any operation until another delivery has ended starts one job with it", async () => {
  let stops = 0;
  for (let isReached = true; isReached; stops++) {
    isReached = false;
    const { compute, index, start, names } = bench();
    const turn = pauseAt(stops + 1, async () => {
      isReached = true;
      await start();
    });
    await start({ compute: pausedCompute(compute, turn), index: pausedIndex(index, turn) });
    await start();
    expect({ stops, names: names() }).toEqual({ stops, names: ["site-1"] });
  }
  expect(stops).toBeGreaterThan(3);
});

test("a function that dies at any operation leaves one job after its claim has ended", async () => {
  let stops = 0;
  for (let isReached = true; isReached; stops++) {
    isReached = false;
    const { clock, compute, index, start, names } = bench();
    const turn = pauseAt(stops + 1, async () => {
      isReached = true;
      throw new Error("killed");
    });
    await start({ compute: pausedCompute(compute, turn), index: pausedIndex(index, turn) }).catch(() => undefined);
    await start();
    await clock.advance(300_000);
    await start();
    expect({ stops, names: names() }).toEqual({ stops, names: ["site-1"] });
  }
  expect(stops).toBeGreaterThan(3);
});

test("a function with too little time left starts no job and claims none, and a later delivery does", async () => {
  const { start, names } = bench();
  await start({ remainingMs: () => 24_999 });
  expect(names()).toEqual([]);
  await start();
  expect(names()).toEqual(["site-1"]);
});

test("the job after one that has ended starts at once, although the first one's claim lives", async () => {
  const { compute, start, names } = bench();
  await start();
  compute.end("job-1", "failed", "Host EC2 (instance i-1) terminated.");
  await start();
  expect(names()).toEqual(["site-1", "site-2"]);
});
