import { LeaseLost } from "@medhelm/core/jobs/lease";
import { expect, test } from "vitest";
import { systemClock } from "./system-clock.ts";

test("sleep waits at least the given time by the monotonic clock", async () => {
  const before = systemClock.monotonicMs();
  await systemClock.sleep(20);
  await systemClock.sleep(0);
  expect(systemClock.monotonicMs() - before).toBeGreaterThanOrEqual(19);
});

test("sleep rejects with the signal's reason, because a worker that waits must hear that its lease is lost", async () => {
  const aborter = new AbortController();
  const slept = systemClock.sleep(60_000, aborter.signal);
  aborter.abort(new LeaseLost("another worker took over the run"));
  await expect(slept).rejects.toBeInstanceOf(LeaseLost);
  await expect(systemClock.sleep(60_000, aborter.signal)).rejects.toBeInstanceOf(LeaseLost);
});

test("sleep rejects when the signal aborts, even if it sleeps longer than the longest timer", async () => {
  const aborter = new AbortController();
  const slept = systemClock.sleep(2 ** 40, aborter.signal);
  aborter.abort();
  await expect(slept).rejects.toThrow("aborted");
});
