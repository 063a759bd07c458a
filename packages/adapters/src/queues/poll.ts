import type { Clock } from "@medhelm/core/ports";

/** How often a waiting receiver looks for what another process sent: 20 times a second, some microseconds each. */
const POLL_MS = 50;

export interface Waiters {
  /** Asks `take` until it gives something, `waitMs` have passed or the waiters are closed; then gives what there is. */
  wait<T>(take: () => T[], waitMs: number): Promise<T[]>;
  /** Lets all who wait look now: what was sent in this process is received without the poll's delay. */
  wake(): void;
  close(): void;
}

export function waiters(clock: Clock): Waiters {
  let woken = new AbortController();
  const state = { isClosed: false };
  const wake = () => {
    const sleeping = woken;
    woken = new AbortController();
    sleeping.abort();
  };
  return {
    async wait(take, waitMs) {
      const deadline = clock.monotonicMs() + waitMs;
      while (!state.isClosed) {
        const signal = woken.signal;
        const taken = take();
        const leftMs = deadline - clock.monotonicMs();
        if (taken.length > 0 || leftMs <= 0) return taken;
        await sleepOrWake(clock, Math.min(POLL_MS, leftMs), signal);
      }
      return [];
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
    if (!signal.aborted) throw error; // aborted is woken: look again
  }
}
