import type { Clock } from "@medhelm/core/ports";
import { onAbort } from "@medhelm/core/run/asking/on-abort";

/** The interval at which a waiting receiver looks for messages from other processes. A look takes some microseconds. */
const POLL_MS = 50;

export interface Waiters {
  /** Calls `take` until it returns items, `waitMs` have passed, `signal` aborts or `close` is called. Returns the items of the last call. */
  wait<T>(take: () => T[], waitMs: number, signal?: AbortSignal): Promise<T[]>;
  /** Makes all waiters call `take` now, so that this process receives its own messages without delay. */
  wake(): void;
  close(): void;
}

/** Creates the waiters of one queue in this process. */
export function waiters(clock: Clock): Waiters {
  let woken = new AbortController();
  const state = { isClosed: false };
  const wake = () => {
    const sleeping = woken;
    woken = new AbortController();
    sleeping.abort();
  };
  return {
    async wait(take, waitMs, signal) {
      const isStopped = (): boolean => state.isClosed || signal?.aborted === true;
      const deadline = clock.monotonicMs() + waitMs;
      const stopWaking = onAbort(signal, wake);
      try {
        while (!isStopped()) {
          const sleeping = woken.signal;
          const taken = take();
          const leftMs = deadline - clock.monotonicMs();
          if (taken.length > 0 || leftMs <= 0) return taken;
          await sleepOrWake(clock, Math.min(POLL_MS, leftMs), sleeping);
        }
        return [];
      } finally {
        stopWaking();
      }
    },
    wake,
    close() {
      state.isClosed = true;
      wake();
    },
  };
}

async function sleepOrWake(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  try {
    await clock.sleep(ms, signal);
  } catch (error) {
    if (!signal.aborted) throw error; // the abort came from `wake`
  }
}
