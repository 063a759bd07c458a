import { fakeClock } from "@medhelm/testing/clock/fake-clock";
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

/** Sends 500 requests to a server that works on `servers` of them at once, 50 ms on each. @returns the limit at the end */
async function foundLimit(servers: number, refusals = 0): Promise<number> {
  const clock = fakeClock();
  const limiter = createLimiter({ concurrency: 64, first: 4, clock });
  const server = createLimiter({ concurrency: servers, clock });
  let refused = 0;
  const ask = async (): Promise<void> => {
    await limiter.run(() => server.run(() => clock.sleep(50), signal), signal);
    if (limiter.state().limit >= 16 && refused++ < refusals) limiter.slowDown(0);
    else limiter.speedUp();
  };
  const all = Promise.all(Array.from({ length: 500 }, ask));
  await clock.advance(3_600_000);
  await all;
  return limiter.state().limit;
}

it("finds the number of requests that a server works on at once", async () => {
  expect(await foundLimit(8)).toBe(8);
});

it("goes up to the highest limit while the server gives more answers a second", async () => {
  expect(await foundLimit(1000)).toBe(64);
});

it("stays at the first limit if the server works on one request at a time", async () => {
  expect(await foundLimit(1)).toBe(4);
});

it("ends the search at a 429 and then raises the limit slowly", async () => {
  expect(await foundLimit(1000, 1)).toBe(31);
});
