import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { acquireLease } from "@medhelm/core/jobs/lease";
import { keys } from "@medhelm/core/store/object-keys";
import { expect, test } from "vitest";
import { untilFree } from "./until-free.ts";

/** Two runs that two other processes hold. */
async function twoTaken() {
  const clock = fakeClock();
  const objects = memoryStore({ clock });
  const holder = { host: "a", pid: 1, startedAt: "x" };
  const hold = async (run: string) => {
    const got = await acquireLease({ objects, clock, key: keys.lease("s", run), ttlMs: 60_000, holder });
    if (got.kind !== "held") throw new Error("taken");
    return got.lease;
  };
  const [one, two] = [await hold("one"), await hold("two")];
  return { taken: { objects, clock, suite: "s" }, clock, one, two };
}

test("the wait for taken runs ends with the run that its process leaves first", async () => {
  const { taken, clock, two } = await twoTaken();
  const waiting = untilFree(taken, ["one", "two"], new AbortController().signal);
  await clock.advance(5000);
  await two.release();
  await clock.advance(1000);
  expect(await waiting).toEqual(new Set(["two"]));
});

test("a run whose process has ended is free at once", async () => {
  const { taken } = await twoTaken();
  const free = await untilFree({ ...taken, holderIsGone: () => true }, ["one"], new AbortController().signal);
  expect(free).toEqual(new Set(["one"]));
});

test("Ctrl-C ends the wait for taken runs", async () => {
  const { taken, clock } = await twoTaken();
  const stop = new AbortController();
  const waiting = untilFree(taken, ["one"], stop.signal);
  await clock.advance(1500);
  stop.abort(new Error("stopped by SIGINT"));
  await expect(waiting).rejects.toThrow("stopped by SIGINT");
});
