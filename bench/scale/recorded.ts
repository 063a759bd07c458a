/**
 * Measurements that take too long for each call of year.ts. Measure them again after a change of their code, and copy the numbers.
 */

/** `node bench/large-run/run.ts 1000000` on 2026-11-22: from the first row to the seal, without a model's time (469 s of CPU on a busy machine). */
export const MILLION_INSTANCES = { seconds: 2418, maxRssMb: 880, longestStallS: 32 };

/** `node bench/release/run.ts 8000` on 2026-11-22. */
export const RELEASE_8000 = {
  requests: { put: 218, get: 24_059, head: 0, list: 0, copy: 0, delete: 0 }, // the 218 are puts, heads and lists
  seconds: 99,
  maxRssBytes: 806e6,
};
