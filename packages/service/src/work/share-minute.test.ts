import { randomUUID as randomUuid } from "node:crypto";
import { minuteBudget } from "@medhelm/core/run/minute-budget";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { shareMinute } from "./share-minute.ts";

const LIMITS = { requests: 60, tokens: 6_000 };

/** A deployment that processes ask over one store. `ask` sends as many requests of 10 tokens as the limits let through until a time. */
function service() {
  const clock = { ...fakeClock(), randomUuid };
  const objects = memoryStore({ clock });
  const sentMs: number[] = [];
  const ask = async (fromMs: number, toMs: number, tokens = 10): Promise<number[]> => {
    const own: number[] = [];
    const budget = minuteBudget(shareMinute({ objects, clock }, "a model", LIMITS), clock);
    const { signal } = new AbortController();
    await clock.sleep(fromMs, signal);
    while (clock.monotonicMs() < toMs) {
      await budget.take(tokens, signal);
      sentMs.push(clock.monotonicMs());
      own.push(clock.monotonicMs());
    }
    return own;
  };
  /** The most requests in any minute. */
  const mostInAMinute = (): number =>
    Math.max(...sentMs.map((ms) => sentMs.filter((other) => other >= ms && other < ms + 60_000).length));
  return { clock, ask, sentMs, mostInAMinute };
}

test("a process that is alone has the whole limit at once", async () => {
  const { clock, ask, sentMs } = service();
  const asking = ask(0, 59_000);
  await clock.advance(60_000);
  await asking;
  expect(sentMs.filter((ms) => ms === 0)).toHaveLength(60);
});

test("three processes that begin at different times send the limit in no minute together, and then equal parts of it", async () => {
  const { clock, ask, mostInAMinute } = service();
  const asking = Promise.all([ask(0, 600_000), ask(1_000, 600_000), ask(130_000, 600_000)]);
  await clock.advance(700_000);
  const inMinuteNine = (await asking).map((ms) => ms.filter((at) => at >= 480_000 && at < 540_000).length);
  expect([mostInAMinute(), inMinuteNine]).toEqual([60, [20, 20, 20]]);
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

test("a request with more tokens than a part goes when nothing else of its process counts", async () => {
  const { clock, ask } = service();
  const asking = Promise.all([ask(0, 300_000), ask(0, 300_000, 4_000)]);
  await clock.advance(500_000);
  const [, large] = await asking;
  expect(large.length).toBeGreaterThan(2);
});
