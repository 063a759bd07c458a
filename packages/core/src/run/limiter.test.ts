import { instantClock } from "@medhelm/testing/clock/instant-clock";
import { expect, it } from "vitest";
import { createLimiter } from "./limiter.ts";

const { signal } = new AbortController();

it("never exceeds the limit, and starts work in order", async () => {
  const limiter = createLimiter({ concurrency: 2, clock: instantClock() });
  const order: number[] = [];
  let most = 0;
  await Promise.all(
    [1, 2, 3, 4, 5].map((n) =>
      limiter.run(async () => {
        order.push(n);
        most = Math.max(most, limiter.state().inFlight);
        await Promise.resolve();
      }, signal),
    ),
  );
  expect(order).toEqual([1, 2, 3, 4, 5]);
  expect(most).toBe(2);
});

it("halves the limit on 429, at most once per second, and raises it by one per round of answers", () => {
  const clock = instantClock();
  const limiter = createLimiter({ concurrency: 8, clock });
  limiter.slowDown(0);
  limiter.slowDown(0);
  expect(limiter.state().limit).toBe(4);
  clock.pass(1000);
  limiter.slowDown(0);
  expect(limiter.state().limit).toBe(2);
  for (let i = 0; i < 3; i++) limiter.speedUp();
  expect(limiter.state().limit).toBe(3);
});

it("starts no work during the pause that a server requested", async () => {
  const clock = instantClock();
  const limiter = createLimiter({ concurrency: 8, clock });
  limiter.slowDown(3000);
  await limiter.run(async () => {}, signal);
  expect(clock.sleptMs).toEqual([3000]);
});

it("removes an aborted waiter and serves the next one", async () => {
  const limiter = createLimiter({ concurrency: 1, clock: instantClock() });
  const { promise, resolve: finish } = Promise.withResolvers<void>();
  const first = limiter.run(() => promise, signal);
  const controller = new AbortController();
  const second = limiter.run(async () => "second", controller.signal);
  const third = limiter.run(async () => "third", signal);
  controller.abort(new Error("stop"));
  await expect(second).rejects.toThrow("stop");
  finish();
  await first;
  expect(await third).toBe("third");
});

it("frees the slot of work that throws", async () => {
  const limiter = createLimiter({ concurrency: 1, clock: instantClock() });
  await expect(limiter.run(() => Promise.reject(new Error("no")), signal)).rejects.toThrow("no");
  expect(limiter.state()).toEqual({ inFlight: 0, waiting: 0, limit: 1 });
});
