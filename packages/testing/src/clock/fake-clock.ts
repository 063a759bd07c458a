import { setImmediate as turn } from "node:timers/promises";
import type { Clock } from "@medhelm/core/ports";

export interface FakeClock extends Clock {
  /** Advances time. It wakes each sleeper at its own moment and lets it run before time continues. */
  advance(ms: number): Promise<void>;
  /** The times at which the sleepers wake, in Unix milliseconds, earliest first. */
  pendingSleeps(): readonly number[];
}

interface Sleeper {
  readonly wakeMs: number;
  readonly wake: () => void;
}

/** A clock for tests whose time changes only with `advance`. Its random numbers are all 0.5, and its uuids count up. */
export function fakeClock(startMs = Date.UTC(2025, 0, 1)): FakeClock {
  let now = startMs;
  let uuids = 0;
  let sleepers: Sleeper[] = [];
  const next = () => sleepers.toSorted((a, b) => a.wakeMs - b.wakeMs)[0];
  return {
    nowMs: () => now,
    monotonicMs: () => now - startMs,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted === true) return reject(abortReason(signal));
        const abort = () => {
          sleepers = sleepers.filter((s) => s !== sleeper);
          reject(signal === undefined ? new Error("aborted") : abortReason(signal));
        };
        const wake = () => {
          signal?.removeEventListener("abort", abort);
          resolve();
        };
        const sleeper = { wakeMs: now + ms, wake };
        sleepers.push(sleeper);
        signal?.addEventListener("abort", abort, { once: true });
      }),
    randomUuid: () => `00000000-0000-4000-8000-${String(++uuids).padStart(12, "0")}`,
    random: () => 0.5,
    async advance(ms) {
      const end = now + ms;
      await settle();
      for (let s = next(); s !== undefined && s.wakeMs <= end; s = next()) {
        const due = s;
        now = Math.max(now, due.wakeMs);
        sleepers = sleepers.filter((other) => other !== due);
        due.wake();
        await settle();
      }
      now = end;
    },
    pendingSleeps: () => sleepers.map((s) => s.wakeMs).toSorted((a, b) => a - b),
  };
}

// Woken code may need a few turns of the event loop (a promise chain, a file) before it sleeps again.
async function settle(): Promise<void> {
  for (let i = 0; i < 5; i++) await turn();
}

const abortReason = (signal: AbortSignal): Error =>
  signal.reason instanceof Error ? signal.reason : new Error("aborted");
