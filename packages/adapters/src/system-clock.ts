import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "@medhelm/core/ports";

const MAX_TIMER_MS = 2 ** 31 - 1; // setTimeout fires at once for longer times

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  // performance.now() begins at 0 in each thread; this clock is the same in all threads of a process
  monotonicMs: () => Number(process.hrtime.bigint()) / 1e6,
  async sleep(ms, signal) {
    const options = signal === undefined ? {} : { signal };
    let left = ms;
    do {
      await sleep(Math.max(0, Math.min(left, MAX_TIMER_MS)), undefined, options).catch((error: unknown) => {
        signal?.throwIfAborted(); // with its reason, such as a lost lease, instead of Node's own error
        throw error;
      });
      left -= MAX_TIMER_MS;
    } while (left > 0);
  },
  randomUuid: () => randomUUID(),
  random: () => Math.random(),
};
