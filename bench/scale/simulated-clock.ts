import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";
import type { Clock } from "@medhelm/core/ports";
import { seededRandom } from "@medhelm/testing/seeded-random";
import { eventQueue } from "./event-queue.ts";

export interface SimulatedClock extends Clock {
  /** Advances time from sleeper to sleeper until `work` has ended. */
  runToEnd<T>(work: Promise<T>): Promise<T>;
  /** Sets the clock for the next piece of work. Time does not pass while no code sleeps. */
  set(nowMs: number): void;
}

/** a minute of real time, at 5 ms per turn */
const MAX_IDLE_TURNS = 12_000;

/**
 * Time passes only while all code sleeps. Code that does I/O only over simulated ports runs as in reality, and its waits
 * take no real time.
 */
export function simulatedClock(startMs: number, seed = 1): SimulatedClock {
  let now = startMs;
  let uuids = 0;
  const sleepers = eventQueue();
  const random = seededRandom(seed);
  return {
    nowMs: () => Math.floor(now), // a real clock has whole milliseconds
    monotonicMs: () => now - startMs,
    sleep(ms, signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted === true) return reject(reasonOf(signal));
        let isOver = false;
        const abort = (): void => {
          if (isOver) return;
          isOver = true;
          reject(signal === undefined ? new Error("aborted") : reasonOf(signal));
        };
        signal?.addEventListener("abort", abort, { once: true });
        sleepers.add(now + ms, () => {
          if (isOver) return;
          isOver = true;
          signal?.removeEventListener("abort", abort);
          resolve();
        });
      });
    },
    randomUuid: () => `00000000-0000-4000-8000-${String(++uuids).padStart(12, "0")}`,
    random,
    set(nowMs) {
      now = nowMs;
    },
    async runToEnd(work) {
      let isOver = false;
      const end = (): void => void (isOver = true);
      work.then(end, end);
      for (let idle = 0; ; ) {
        await turn();
        if (isOver) return work;
        const due = sleepers.next();
        if (due === undefined) {
          // loading a module or reading a file takes real time, not simulated time
          if (++idle > MAX_IDLE_TURNS)
            throw new Error("the work waits for something that the simulation does not know");
          if (idle > 100) await wait(5);
          continue;
        }
        idle = 0;
        now = Math.max(now, due.atMs);
        await due.run();
      }
    },
  };
}

const reasonOf = (signal: AbortSignal): Error =>
  signal.reason instanceof Error ? signal.reason : new Error("aborted");
