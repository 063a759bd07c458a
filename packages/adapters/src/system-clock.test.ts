import { expect, test } from "vitest";
import { systemClock } from "./system-clock.ts";

test("sleep waits at least the given time by the monotonic clock", async () => {
  const before = systemClock.monotonicMs();
  await systemClock.sleep(20);
  await systemClock.sleep(0);
  expect(systemClock.monotonicMs() - before).toBeGreaterThanOrEqual(19);
});

test("sleep rejects when the signal aborts, even if it sleeps longer than the longest timer", async () => {
  const aborter = new AbortController();
  const slept = systemClock.sleep(2 ** 40, aborter.signal);
  aborter.abort();
  await expect(slept).rejects.toThrow("aborted");
});
