import type { MinuteLimits } from "@medhelm/core/models/minute-limits";
import { minuteBudget } from "@medhelm/core/run/asking/minute-budget";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { shareMinute } from "./share-minute.ts";

const LIMITS = { requests: 60, tokens: 6_000 };

/**
 * A deployment that processes ask over one store. `ask` sends as many requests of 10 tokens as the limits let through until a time.
 * @param wayMs how long the n-th request needs to the server
 */
function service(limits: MinuteLimits = LIMITS, wayMs: (n: number) => number = () => 0) {
  const clock = fakeClock();
  const objects = memoryStore({ clock });
  const sent: { readonly ms: number; readonly tokens: number }[] = [];
  const ask = async (fromMs: number, toMs: number, tokens = 10): Promise<number[]> => {
    const own: number[] = [];
    const budget = minuteBudget(shareMinute({ objects, clock }, "a model", limits), clock);
    const { signal } = new AbortController();
    await clock.sleep(fromMs, signal);
    while (clock.monotonicMs() < toMs) {
      await budget.take(tokens, signal);
      sent.push({ ms: clock.monotonicMs() + wayMs(sent.length), tokens });
      own.push(clock.monotonicMs());
    }
    return own;
  };
  /** The requests of the minute that starts with each request. */
  const minutes = () => sent.map(({ ms }) => sent.filter((other) => other.ms >= ms && other.ms < ms + 60_000));
  const mostInAMinute = (): number => Math.max(...minutes().map(({ length }) => length));
  /** The most tokens in any minute. */
  const mostTokens = (): number =>
    Math.max(...minutes().map((minute) => minute.reduce((sum, { tokens }) => sum + tokens, 0)));
  return { clock, ask, mostInAMinute, mostTokens };
}

test("a process that is alone has the whole limit at once", async () => {
  const { clock, ask } = service();
  const asking = ask(0, 59_000);
  await clock.advance(65_000);
  expect((await asking).filter((ms) => ms === 0)).toHaveLength(60);
});

test("three processes that begin at different times send the limit in no minute together, and then equal parts of it", async () => {
  const { clock, ask, mostInAMinute } = service();
  const asking = Promise.all([ask(0, 600_000), ask(1_000, 600_000), ask(130_000, 600_000)]);
  await clock.advance(700_000);
  const inMinuteNine = (await asking).map((ms) => ms.filter((at) => at >= 480_000 && at < 540_000).length);
  expect([mostInAMinute(), inMinuteNine]).toEqual([60, [20, 20, 20]]);
});

test("no minute of the server has more than the limit if requests need up to two seconds on their way", async () => {
  const { clock, ask, mostInAMinute } = service(LIMITS, (n) => (n * 7_919) % 2_000);
  const asking = Promise.all([ask(0, 600_000), ask(1_000, 600_000), ask(130_000, 600_000)]);
  await clock.advance(700_000);
  await asking;
  expect(mostInAMinute()).toBe(60);
});

test("two processes that begin at once share the limit", async () => {
  const { clock, ask, mostInAMinute } = service();
  const asking = Promise.all([ask(0, 300_000), ask(0, 300_000)]);
  await clock.advance(400_000);
  expect([mostInAMinute(), (await asking).map(({ length }) => length > 100)]).toEqual([60, [true, true]]);
});

test("the part of a process that has ended goes to the others after a minute, and no minute has more than the limit", async () => {
  const { clock, ask, mostInAMinute } = service();
  const asking = Promise.all([ask(0, 100_000), ask(0, 600_000)]);
  await clock.advance(700_000);
  const [, later] = await asking;
  expect([mostInAMinute(), later.filter((at) => at >= 400_000 && at < 460_000).length]).toEqual([60, 60]);
});

test("requests that are larger than an equal part keep the limit together, and each process has its turn", async () => {
  const { clock, ask, mostTokens } = service();
  const asking = Promise.all([ask(0, 600_000, 3_000), ask(0, 600_000, 3_000), ask(1_000, 600_000, 3_000)]);
  await clock.advance(800_000);
  const counts = (await asking).map(({ length }) => length);
  expect([mostTokens(), counts.every((count) => count >= 4)]).toEqual([6_000, true]);
});

test.each([0, 1, 2])(
  "process %i of three has large requests and the others small ones: all have their turns, within the limit",
  async (large) => {
    const { clock, ask, mostTokens } = service();
    const asking = Promise.all([0, 1, 2].map((n) => ask(0, 900_000, n === large ? 5_900 : 100)));
    await clock.advance(1_100_000);
    const turns = (await asking).map((ms) => ms.filter((at) => at > 120_000 && at < 900_000).length);
    expect([mostTokens() <= 6_000, turns.every((count) => count >= 4)]).toEqual([true, true]);
  },
);

test("a request with more tokens than the limit goes when nothing of any process counts", async () => {
  const { clock, ask } = service();
  const asking = Promise.all([ask(0, 600_000, 3_000), ask(0, 600_000, 9_000)]);
  await clock.advance(800_000);
  const [small, large] = await asking;
  const together = large.filter((ms) => small.some((other) => Math.abs(other - ms) < 60_000));
  expect([large.length >= 3, small.length >= 3, together]).toEqual([true, true, []]);
});

test("five processes that share three requests a minute have their turns, within the limit", async () => {
  const { clock, ask, mostInAMinute } = service({ requests: 3 });
  const asking = Promise.all([0, 0, 1_000, 2_000, 70_000].map((fromMs) => ask(fromMs, 900_000)));
  await clock.advance(1_100_000);
  const counts = (await asking).map(({ length }) => length);
  expect([mostInAMinute(), counts.every((count) => count >= 5)]).toEqual([3, true]);
});
