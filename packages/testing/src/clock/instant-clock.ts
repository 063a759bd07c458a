import type { Clock } from "@medhelm/core/ports";

export interface InstantClock extends Clock {
  /** the length of every sleep so far, in milliseconds */
  readonly sleptMs: readonly number[];
  /** Moves time forward without a sleep. */
  pass(ms: number): void;
}

/** A clock for tests of waiting times: each sleep ends at once and moves time forward; its random numbers are all 0. */
export function instantClock(startMs = 0): InstantClock {
  const sleptMs: number[] = [];
  let nowMs = startMs;
  const pass = (ms: number): void => {
    nowMs += ms;
  };
  return {
    sleptMs,
    pass,
    nowMs: () => nowMs,
    monotonicMs: () => nowMs - startMs,
    async sleep(ms) {
      sleptMs.push(ms);
      pass(ms);
    },
    randomUuid: () => "0",
    random: () => 0,
  };
}
