import type { Clock } from "../ports.ts";
import { onAbort } from "./on-abort.ts";

/** Limits the requests in flight to one deployment. All its runs in this process share one limiter. */
export interface Limiter {
  /** Waits for a free slot, runs `work` and frees the slot. Rejects if the signal aborts before a slot is free. */
  run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Call this after a 429: it halves the limit, at most once per second, and starts no work for `pauseMs`. */
  slowDown(pauseMs: number): void;
  /** Call this after an answer: it raises the limit by one per full round of answers, up to `concurrency`. */
  speedUp(): void;
  /** For tests and progress. */
  readonly state: () => { readonly inFlight: number; readonly waiting: number; readonly limit: number };
}

/** Creates a limiter with additive increase and multiplicative decrease. It converges to the rate that the server accepts. */
export function createLimiter({ concurrency, clock }: { concurrency: number; clock: Clock }): Limiter {
  let limit = concurrency;
  let inFlight = 0;
  let pausedUntilMs = 0;
  let lastCutMs = Number.NEGATIVE_INFINITY;
  /** Waiters start in insertion order. It is a Set because an aborted waiter is removed from the middle. */
  const waiting = new Set<() => void>();

  const wake = () => {
    for (const start of waiting) {
      if (inFlight >= Math.floor(limit)) return;
      waiting.delete(start);
      inFlight++;
      start();
    }
  };
  /** Undefined if a slot is free now. */
  const waitForSlot = (signal: AbortSignal): Promise<void> | undefined => {
    if (waiting.size === 0 && inFlight < Math.floor(limit)) {
      inFlight++;
      return undefined;
    }
    return new Promise((resolve, reject) => {
      const start = () => {
        stopWaiting();
        resolve();
      };
      const stopWaiting = onAbort(signal, () => {
        stopWaiting();
        waiting.delete(start);
        reject(signal.reason);
      });
      waiting.add(start);
      wake();
    });
  };

  return {
    async run(work, signal) {
      signal.throwIfAborted();
      await waitForSlot(signal);
      try {
        for (let leftMs = pausedUntilMs - clock.monotonicMs(); leftMs > 0; leftMs = pausedUntilMs - clock.monotonicMs())
          await clock.sleep(leftMs, signal);
        return await work();
      } finally {
        inFlight--;
        wake();
      }
    },
    slowDown(pauseMs) {
      const nowMs = clock.monotonicMs();
      pausedUntilMs = Math.max(pausedUntilMs, nowMs + pauseMs);
      if (nowMs - lastCutMs < 1000) return;
      lastCutMs = nowMs;
      limit = Math.max(1, limit / 2);
    },
    speedUp() {
      limit = Math.min(concurrency, limit + 1 / limit);
      wake();
    },
    state: () => ({ inFlight, waiting: waiting.size, limit: Math.floor(limit) }),
  };
}
