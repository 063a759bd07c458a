/**
 * Measurements that take too long for each call of year.ts. Measure them again after a change of their code, and copy the numbers.
 */

/** `node bench/large-run/run.ts 1000000x300` on 2026-11-22: from the first row to the seal, without a model's time. */
export const MILLION_INSTANCES = { seconds: 528, maxRssMb: 762, longestStallS: 0.8 };

/** `node bench/release/run.ts 8000` on 2026-11-22. */
export const RELEASE_8000 = {
  requests: { put: 181, get: 24_059, head: 16_001, list: 20, copy: 0, delete: 18 },
  seconds: 47,
  maxRssBytes: 746e6,
};
