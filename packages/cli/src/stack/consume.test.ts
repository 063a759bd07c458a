import { instantClock } from "@medhelm/testing/clock/instant-clock";
import { memoryQueue } from "@medhelm/testing/queues/memory-queue";
import type { Queue } from "@medhelm/core/ports";
import { afterEach, expect, test, vi } from "vitest";
import { consume } from "./consume.ts";

afterEach(() => void vi.useRealTimers());

/** Consumes until `handle` calls `stop`. */
async function run(
  queue: Queue,
  handle: (body: string, stop: () => void) => Promise<void>,
  visibilityMs = 20,
): Promise<string[]> {
  const stop = new AbortController();
  const reported: string[] = [];
  await consume({
    queue,
    visibilityMs,
    signal: stop.signal,
    handle: (body) => handle(body, () => stop.abort()),
    report: (error, message) => void reported.push(`${message?.body ?? "receive"}: ${String(error)}`),
  });
  return reported;
}

test("a message whose handling fails is reported and delivered again, and a handled one is deleted", async () => {
  const queue = memoryQueue({ visibilityMs: 20 });
  await queue.send("a");
  const seen: string[] = [];
  const reported = await run(queue, async (body, stop) => {
    seen.push(body);
    if (seen.length === 1) throw new Error("not yet");
    stop();
  });
  expect(seen).toEqual(["a", "a"]);
  expect(reported).toEqual(["a: Error: not yet"]);
  expect(await queue.depth()).toEqual({ visible: 0, inFlight: 0 });
});

test("handling that takes longer than the visibility time keeps its message", async () => {
  vi.useFakeTimers();
  const queue = memoryQueue({ visibilityMs: 200 });
  await queue.send("slow");
  let others = 0;
  await run(
    queue,
    async (_, stop) => {
      for (let i = 0; i < 5; i++) {
        await vi.advanceTimersByTimeAsync(70);
        others += (await queue.receive({ max: 1, waitMs: 0 })).length;
      }
      stop();
    },
    200,
  );
  expect(others).toBe(0);
});

test("a failed read of the queue does not end the consumer", async () => {
  vi.useFakeTimers();
  const queue = memoryQueue({ visibilityMs: 20 });
  await queue.send("a");
  let receives = 0;
  const flaky: Queue = {
    ...queue,
    receive: (options) => (++receives === 1 ? Promise.reject(new Error("busy")) : queue.receive(options)),
  };
  const reported = run(flaky, async (_, stop) => stop());
  await vi.advanceTimersByTimeAsync(1000);
  expect(await reported).toEqual(["receive: Error: busy"]);
});

test("a message that a full disk stops is handled until there is space, and counts as received once", async () => {
  const queue = memoryQueue({ visibilityMs: 20_000 });
  await queue.send("a");
  const stop = new AbortController();
  const receives: number[] = [];
  await consume({
    queue,
    visibilityMs: 20_000,
    signal: stop.signal,
    clock: instantClock(),
    async handle(_, { receiveCount }) {
      if (receives.push(receiveCount) < 7) throw Object.assign(new Error("no space"), { code: "ENOSPC" });
      stop.abort();
    },
    report: () => undefined,
  });
  expect([receives, await queue.depth()]).toEqual([[1, 1, 1, 1, 1, 1, 1], { visible: 0, inFlight: 0 }]);
});
