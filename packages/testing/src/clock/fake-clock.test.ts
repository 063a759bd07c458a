import { expect, test } from "vitest";
import { fakeClock } from "./fake-clock.ts";

test("sleepers wake in order, each at its own time, and may sleep again", async () => {
  const clock = fakeClock(1000);
  const woken: string[] = [];
  const nap = async (name: string, ms: number) => {
    await clock.sleep(ms);
    woken.push(`${name} ${clock.nowMs()}`);
  };
  const all = Promise.all([nap("b", 20), nap("a", 10).then(() => nap("again", 15)), nap("later", 100)]);
  expect(clock.pendingSleeps()).toEqual([1010, 1020, 1100]);
  await clock.advance(50);
  expect(woken).toEqual(["a 1010", "b 1020", "again 1025"]);
  expect([clock.nowMs(), clock.monotonicMs()]).toEqual([1050, 50]);
  await clock.advance(50);
  await all;
  expect(woken.at(-1)).toBe("later 1100");
});

test("an aborted sleep rejects with the signal's reason and no longer waits", async () => {
  const clock = fakeClock();
  const aborter = new AbortController();
  const slept = clock.sleep(1000, aborter.signal);
  aborter.abort(new Error("stop"));
  await expect(slept).rejects.toThrow("stop");
  await expect(clock.sleep(1000, aborter.signal)).rejects.toThrow("stop");
  expect(clock.pendingSleeps()).toEqual([]);
});
