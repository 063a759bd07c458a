import type { Clock, Queue, QueueMessage } from "@medhelm/core/ports";
import { describe, expect, test } from "vitest";
import { systemClock } from "@medhelm/adapters/system-clock";
import { fakeClock } from "../clock/fake-clock.ts";

/** The settings that `make` must apply to its queue. */
export interface QueueTerms {
  readonly visibilityMs: number;
  readonly maxReceives: number;
  readonly clock: AdvancingClock;
}
export interface AdvancingClock extends Clock {
  /** Advances time by this many milliseconds. */
  advance(ms: number): Promise<void>;
}
export interface QueueSubject {
  readonly queue: Queue;
  /** The same queue through a second handle, as in another process. The default is the queue itself. */
  readonly other?: Queue;
  readonly dead: Queue;
  readonly dispose?: () => Promise<void> | void;
}
export interface QueueTimes {
  readonly clock: () => AdvancingClock;
  readonly visibilityMs: number;
  readonly delayMs: number;
  /** A message is surely hidden this long before its time, and surely visible this long after it. */
  readonly marginMs: number;
  /**
   * True: a stale receipt may still delete its message, as in standard queues of SQS. The contract then only checks that
   * it causes no error.
   */
  readonly mayTakeStaleReceipts?: boolean;
  /** True: concurrent receivers may get a message twice, as in standard queues of SQS. The contract then only checks that none is lost. */
  readonly mayDeliverTwice?: boolean;
}

const MAX_RECEIVES = 3;
const FAKE_TIMES: QueueTimes = { clock: fakeClock, visibilityMs: 30_000, delayMs: 5000, marginMs: 1 };

/** For a queue on a server, whose time a test cannot advance: the fewest whole seconds that a busy machine allows. */
export const REAL_TIMES: QueueTimes = {
  clock: () => ({ ...systemClock, advance: (ms) => systemClock.sleep(ms + 100) }),
  visibilityMs: 2000,
  delayMs: 2000,
  marginMs: 1000,
};

const now = (from: Queue, max = 10) => from.receive({ max, waitMs: 0 });
const one = async (from: Queue): Promise<QueueMessage> => {
  const [message, ...rest] = await now(from);
  if (message === undefined || rest.length > 0) throw new Error("expected one message");
  return message;
};

/** Tests what every Queue must do. Each test starts with an empty queue from `make`; `times` defaults to a fake clock. */
export function queueContract(
  name: string,
  make: (terms: QueueTerms) => Promise<QueueSubject> | QueueSubject,
  times: QueueTimes = FAKE_TIMES,
): void {
  const { visibilityMs: VISIBILITY_MS, delayMs: DELAY_MS, marginMs: MARGIN_MS } = times;
  describe(`Queue contract: ${name}`, () => {
    // a subject per test, so that the tests of a queue in real time can wait side by side
    const it = test
      .extend("clock", () => times.clock())
      .extend("subject", async ({ clock }, { onCleanup }) => {
        const subject = await make({ visibilityMs: VISIBILITY_MS, maxReceives: MAX_RECEIVES, clock });
        onCleanup(() => subject.dispose?.());
        return subject;
      })
      .extend("queue", ({ subject }) => subject.queue)
      .extend("other", ({ subject }) => subject.other ?? subject.queue)
      .extend("dead", ({ subject }) => subject.dead);

    it("a sent message is received once with its body, and delete removes it", async ({ clock, queue, other }) => {
      await queue.send('{"é":"診断"}');
      const message = await one(other);
      expect(message).toMatchObject({ body: '{"é":"診断"}', receiveCount: 1 });
      expect(await now(queue)).toEqual([]);
      await queue.delete(message.receipt);
      await clock.advance(2 * VISIBILITY_MS);
      expect(await now(queue)).toEqual([]);
      expect(await queue.depth()).toEqual({ visible: 0, inFlight: 0 });
    });
    it("an empty queue returns nothing, without waiting", async ({ queue }) => {
      expect(await now(queue)).toEqual([]);
    });
    it("max limits a delivery; the other messages stay", async ({ queue, other }) => {
      for (let i = 0; i < 7; i++) await queue.send(`${i}`);
      const first = await now(queue, 3);
      const second = await now(other, 10);
      expect([first.length, second.length]).toEqual([3, 4]);
      expect(new Set([...first, ...second].map((m) => m.body)).size).toBe(7);
      expect(new Set([...first, ...second].map((m) => m.receipt)).size).toBe(7);
    });
    it("the queue delivers an undeleted message again after the visibility timeout, with a new receipt and count", async ({
      clock,
      queue,
      other,
    }) => {
      await queue.send("x");
      const first = await one(queue);
      await clock.advance(VISIBILITY_MS - MARGIN_MS);
      expect(await now(other)).toEqual([]);
      await clock.advance(2 * MARGIN_MS);
      const second = await one(other);
      expect(second).toMatchObject({ id: first.id, body: "x", receiveCount: 2 });
      expect(second.receipt).not.toBe(first.receipt);
    });
    it("a stale or foreign receipt causes no error", async ({ queue }) => {
      await queue.send("x");
      const { receipt } = await one(queue);
      await queue.delete(receipt);
      await queue.delete(receipt);
      await queue.extend(receipt, VISIBILITY_MS);
      await queue.delete("never a receipt");
      await queue.extend("never a receipt", VISIBILITY_MS);
      expect(await queue.depth()).toEqual({ visible: 0, inFlight: 0 });
    });
    const strict = times.mayTakeStaleReceipts === true ? undefined : it;
    strict?.("a stale receipt of an earlier delivery deletes and extends nothing", async ({ clock, queue, other }) => {
      await queue.send("x");
      const first = await one(queue);
      await clock.advance(VISIBILITY_MS);
      const second = await one(other);
      await queue.delete(first.receipt);
      await queue.extend(first.receipt, 2 * VISIBILITY_MS);
      await queue.delete("never a receipt");
      await clock.advance(VISIBILITY_MS);
      const third = await one(queue);
      expect([second.receiveCount, third.receiveCount]).toEqual([2, 3]);
      await queue.delete(third.receipt);
      await queue.delete(third.receipt);
      expect(await queue.depth()).toEqual({ visible: 0, inFlight: 0 });
    });
    it("extend hides a message for the given time from now, and 0 returns it", async ({ clock, queue, other }) => {
      await queue.send("x");
      const message = await one(queue);
      await clock.advance(VISIBILITY_MS - MARGIN_MS);
      await queue.extend(message.receipt, VISIBILITY_MS);
      await clock.advance(VISIBILITY_MS - MARGIN_MS);
      expect(await now(queue)).toEqual([]);
      await queue.extend(message.receipt, 0);
      expect((await one(other)).receiveCount).toBe(2);
    });
    it("a delayed message is hidden until its time", async ({ clock, queue, other }) => {
      await queue.send("later", { delayMs: DELAY_MS });
      expect(await now(queue)).toEqual([]);
      expect(await queue.depth()).toEqual({ visible: 0, inFlight: 1 });
      await clock.advance(DELAY_MS);
      expect((await one(other)).body).toBe("later");
    });
    it(`after ${MAX_RECEIVES} deliveries a message moves to the dead letters, and no other does`, async ({
      clock,
      queue,
      dead,
    }) => {
      await queue.send("poison");
      for (let i = 0; i < MAX_RECEIVES; i++) {
        expect((await one(queue)).receiveCount).toBe(i + 1);
        await clock.advance(VISIBILITY_MS);
      }
      await queue.send("good");
      expect((await one(queue)).body).toBe("good");
      expect(await queue.depth()).toEqual({ visible: 0, inFlight: 1 });
      const letter = await one(dead);
      expect(letter.body).toBe("poison"); // its count continues from the main queue or starts from 0
      await dead.delete(letter.receipt);
      expect(await dead.depth()).toEqual({ visible: 0, inFlight: 0 });
    });
    it("a message deleted at its last delivery does not become a dead letter", async ({ clock, queue, dead }) => {
      await queue.send("slow");
      for (let i = 1; i < MAX_RECEIVES; i++) {
        await one(queue);
        await clock.advance(VISIBILITY_MS);
      }
      await queue.delete((await one(queue)).receipt);
      await clock.advance(VISIBILITY_MS);
      expect([await now(queue), await now(dead)]).toEqual([[], []]);
    });
    it("depth counts visible and hidden messages separately", async ({ queue, other }) => {
      for (let i = 0; i < 3; i++) await queue.send("x");
      await now(queue, 1);
      expect(await other.depth()).toEqual({ visible: 2, inFlight: 1 });
    });
    it("a waiting receiver gets a message that is sent meanwhile, through either handle", async ({
      clock,
      queue,
      other,
    }) => {
      for (const sender of [queue, other]) {
        const received = queue.receive({ max: 10, waitMs: 20_000 });
        await clock.advance(1000);
        await sender.send("x");
        await clock.advance(100);
        const [message] = await received;
        expect(message?.body).toBe("x");
        await queue.delete(message?.receipt ?? "");
      }
    });
    it("a waiting receiver gets a message that becomes visible meanwhile", async ({ clock, queue }) => {
      await queue.send("later", { delayMs: DELAY_MS });
      const received = queue.receive({ max: 10, waitMs: 20_000 });
      await clock.advance(DELAY_MS + 100);
      expect(await received).toHaveLength(1);
    });
    it("a wait without a message ends with an empty list", async ({ clock, queue }) => {
      const received = queue.receive({ max: 10, waitMs: 1000 });
      await clock.advance(1100);
      expect(await received).toEqual([]);
    });
    const polling = times === FAKE_TIMES ? it : undefined; // other queues wait in their server
    polling?.("a wait ends when its signal aborts, and then takes no message", async ({ queue }) => {
      const stop = new AbortController();
      const received = queue.receive({ max: 10, waitMs: 20_000, signal: stop.signal });
      stop.abort();
      await queue.send("x");
      expect(await received).toEqual([]);
    });
    polling?.("a wait ends at its time and polls at most 20 times a second", async ({ clock, queue }) => {
      const startMs = clock.nowMs();
      let sleeps = 0;
      const still = { ...clock };
      clock.sleep = (ms, signal) => {
        sleeps++;
        return still.sleep(ms, signal);
      };
      const received = queue.receive({ max: 10, waitMs: 2000 }).then((messages) => ({ messages, at: clock.nowMs() }));
      await clock.advance(3000);
      expect(await received).toEqual({ messages: [], at: startMs + 2000 });
      expect(sleeps).toBeLessThanOrEqual(40);
    });
    it("concurrent receivers get every message exactly once", async ({ queue, other }) => {
      for (let i = 0; i < 40; i++) await queue.send(`${i}`);
      const deliveries = await Promise.all(Array.from({ length: 20 }, (_, i) => now(i % 2 === 0 ? queue : other, 3)));
      const delivered = deliveries.flat().map(({ body }) => Number(body));
      const counted = times.mayDeliverTwice === true ? [...new Set(delivered)] : delivered;
      expect(counted.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, i) => i));
    });
  });
}
