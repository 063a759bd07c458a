import type { Clock } from "../../ports.ts";

/** A limit that is twice as high must bring more than this, because answers of different lengths change the rate as well. */
const WORTHWHILE = 1.2;
/** Measurements without a gain after which the search ends. */
const MISSES = 2;

/** The limit to try, and whether it is the last. */
interface Tried {
  readonly limit: number;
  readonly isFound: boolean;
}

/** Searches the number of requests in flight above which a server gives no more answers a second: it doubles the number while that pays. */
export function concurrencySearch({ most, clock }: { readonly most: number; readonly clock: Clock }) {
  let best = { rate: 0, limit: 1 };
  let misses = 0;
  let answers = 0;
  let startMs = 0;
  return {
    /** Call this after each answer that came while other requests waited. */
    answered(limit: number): Tried {
      answers++;
      if (answers === limit) startMs = clock.monotonicMs(); // the answers before belong to the limit before
      if (answers < 2 * limit) return { limit, isFound: false };
      answers = 0;
      const rate = limit / Math.max(1, clock.monotonicMs() - startMs);
      if (rate <= WORTHWHILE * best.rate) {
        misses++;
        return misses < MISSES ? { limit, isFound: false } : { limit: best.limit, isFound: true };
      }
      best = { rate, limit };
      misses = 0;
      return limit < most ? { limit: Math.min(most, 2 * limit), isFound: false } : { limit, isFound: true };
    },
  };
}
