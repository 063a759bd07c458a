import type { Clock } from "../../ports.ts";
import { concurrencySearch } from "./concurrency-search.ts";
import { onAbort } from "./on-abort.ts";

/** Limits the requests in flight to one deployment. All its runs in this process share one limiter. */
export interface Limiter {
  /** Waits for a free slot, runs `work` and frees the slot. Rejects if the signal aborts before a slot is free. */
  run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Call this after a 429: it halves the limit, at most once per second, and starts no work for `pauseMs`. */
  slowDown(pauseMs: number): void;
  /** Call this after an answer: it raises the limit by one per full round of answers, up to `concurrency`, or goes on with the search. */
  speedUp(): void;
  /** For tests and progress. */
  readonly state: () => { readonly inFlight: number; readonly waiting: number; readonly limit: number };
}

export interface LimiterOptions {
  /** The maximum number of requests in flight. */
  readonly concurrency: number;
  /** The limit from which the best one is searched, up to `concurrency`. Default: there is no search. */
  readonly first?: number;
  readonly clock: Clock;
}

/** Creates a limiter with additive increase and multiplicative decrease. It converges to the rate that the server accepts. */
export function createLimiter({ concurrency, first = concurrency, clock }: LimiterOptions): Limiter {
  let most = concurrency;
  let limit = Math.min(first, concurrency);
  let search = limit < concurrency ? concurrencySearch({ most: concurrency, clock }) : undefined;
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
      const waitingForSlot = waitForSlot(signal);
      if (waitingForSlot !== undefined) await waitingForSlot;
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
      search = undefined;
      limit = Math.max(1, limit / 2);
    },
    speedUp() {
      if (search === undefined) limit = Math.min(most, limit + 1 / limit);
      else if (waiting.size > 0) {
        const tried = search.answered(limit);
        limit = tried.limit;
        if (tried.isFound) {
          most = limit;
          search = undefined;
        }
      }
      wake();
    },
    state: () => ({ inFlight, waiting: waiting.size, limit: Math.floor(limit) }),
  };
}
