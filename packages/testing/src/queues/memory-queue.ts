import type { Queue } from "@medhelm/core/ports";
import { waiters } from "@medhelm/adapters/queues/poll";
import type { QueueOptions } from "@medhelm/adapters/queues/sqlite-queue";
import { systemClock } from "@medhelm/adapters/system-clock";

interface Held {
  readonly id: string;
  readonly body: string;
  readonly visibleMs: number;
  readonly receiveCount: number;
  readonly receipt?: string;
}

/**
 * A queue in memory, for tests, with its dead letters. They are a queue too, whose messages never become dead letters.
 */
export function memoryQueue(options: QueueOptions): Queue & { readonly dead: Queue; close(): void } {
  const { maxReceives: _, ...withoutLimit } = options;
  const dead = queue(withoutLimit, () => {
    throw new Error("a dead letter cannot become a dead letter again");
  });
  const live = queue(options, dead.put);
  return {
    ...live.queue,
    dead: dead.queue,
    close() {
      live.close();
      dead.close();
    },
  };
}

function queue(options: QueueOptions, bury: (body: string) => void) {
  const { visibilityMs, maxReceives = Number.POSITIVE_INFINITY, clock = systemClock } = options;
  const held = new Map<string, Held>();
  const waiting = waiters(clock);
  let sent = 0;
  const put = (body: string, delayMs = 0) => {
    const id = String(++sent);
    held.set(id, { id, body, visibleMs: clock.nowMs() + delayMs, receiveCount: 0 });
    waiting.wake();
  };
  const isVisible = (message: Held) => message.visibleMs <= clock.nowMs();
  const byReceipt = (receipt: string) => [...held.values()].find((message) => message.receipt === receipt);

  const take = (max: number) => {
    const due = [...held.values()].filter(isVisible).toSorted((a, b) => a.visibleMs - b.visibleMs);
    for (const message of due.filter((m) => m.receiveCount >= maxReceives)) {
      held.delete(message.id);
      bury(message.body);
    }
    return due
      .filter((m) => m.receiveCount < maxReceives)
      .slice(0, max)
      .map(({ id, body, receiveCount }) => {
        const delivery = { id, body, receipt: clock.randomUuid(), receiveCount: receiveCount + 1 };
        held.set(id, { ...delivery, visibleMs: clock.nowMs() + visibilityMs });
        return delivery;
      });
  };

  return {
    put,
    close: () => waiting.close(),
    queue: {
      async send(body, { delayMs = 0 } = {}) {
        put(body, delayMs);
      },
      receive: ({ max, waitMs, signal }) => waiting.wait(() => take(max), waitMs, signal),
      async delete(receipt) {
        const message = byReceipt(receipt);
        if (message !== undefined) held.delete(message.id);
      },
      async extend(receipt, forMs) {
        const message = byReceipt(receipt);
        if (message !== undefined) held.set(message.id, { ...message, visibleMs: clock.nowMs() + forMs });
        if (forMs <= 0) waiting.wake();
      },
      async depth() {
        const visible = [...held.values()].filter(isVisible).length;
        return { visible, inFlight: held.size - visible };
      },
    } satisfies Queue,
  };
}
