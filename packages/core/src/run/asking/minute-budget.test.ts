import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { wholeMinute } from "@medhelm/testing/limits/whole-minute";
import { expect, test } from "vitest";
import type { MinuteLimits } from "../../models/minute-limits.ts";
import { minuteBudget } from "./minute-budget.ts";

const { signal } = new AbortController();

/** Takes requests of these tokens at once. @returns the second in which each was sent, after ten minutes */
async function sentAt(limits: MinuteLimits, requests: readonly number[], real?: number): Promise<number[]> {
  const clock = fakeClock();
  const budget = minuteBudget(wholeMinute(limits), clock);
  const sent: number[] = [];
  const all = requests.map(async (tokens) => {
    const counted = await budget.take(tokens, signal);
    sent.push(clock.monotonicMs() / 1000);
    await clock.sleep(5_000);
    if (real !== undefined) counted.settle(real);
  });
  await clock.advance(600_000);
  await Promise.all(all);
  return sent;
}

test("no minute has more than three requests", async () => {
  expect(await sentAt({ requests: 3 }, Array<number>(7).fill(1))).toEqual([0, 0, 0, 62, 62, 62, 124]);
});

test("no minute has more than 100 tokens", async () => {
  expect(await sentAt({ tokens: 100 }, [40, 40, 40, 40, 30])).toEqual([0, 0, 62, 62, 124]);
});

test("a reply frees the tokens that its request did not need", async () => {
  expect(await sentAt({ tokens: 100 }, [50, 50, 50, 50], 10)).toEqual([0, 0, 5, 10]);
});

test("a request that alone exceeds the limit is sent when nothing else counts", async () => {
  expect(await sentAt({ tokens: 100 }, [20, 400, 20])).toEqual([0, 62, 124]);
});

test("a stop ends the wait, and the next request waits on", async () => {
  const clock = fakeClock();
  const budget = minuteBudget(wholeMinute({ requests: 1 }), clock);
  const stop = new AbortController();
  await budget.take(1, signal);
  const stopped = budget.take(1, stop.signal).catch((error: unknown) => error);
  const next = budget.take(1, signal).then(() => clock.monotonicMs());
  await clock.advance(1_000);
  stop.abort(new Error("stop"));
  expect(await stopped).toMatchObject({ message: "stop" });
  await clock.advance(62_000);
  expect(await next).toBe(62_000);
});
