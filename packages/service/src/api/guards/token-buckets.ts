import type { Clock } from "@medhelm/core/ports";

/** Names that are kept. The least recently used name is dropped, which resets its bucket to full. */
const MAX_NAMES = 10_000;

export interface TokenBuckets {
  /** Takes one token. Returns undefined on success, else the seconds until the next token. */
  take(name: string, perMinute: number): number | undefined;
}

/**
 * Keeps a bucket of `perMinute` tokens for each name, refilled evenly. Buckets live in this process's memory: this limit protects the
 * service, while runs and dollars are counted exactly in the store (decision 0009).
 */
export function tokenBuckets(clock: Pick<Clock, "monotonicMs">): TokenBuckets {
  const buckets = new Map<string, { readonly tokens: number; readonly atMs: number }>();
  return {
    take(name, perMinute) {
      const nowMs = clock.monotonicMs();
      const before = buckets.get(name) ?? { tokens: perMinute, atMs: nowMs };
      const tokens = Math.min(perMinute, before.tokens + ((nowMs - before.atMs) * perMinute) / 60_000);
      const isTaken = tokens >= 1;
      buckets.delete(name); // inserted again as the most recently used
      buckets.set(name, { tokens: isTaken ? tokens - 1 : tokens, atMs: nowMs });
      const [oldest] = buckets.keys();
      if (buckets.size > MAX_NAMES && oldest !== undefined) buckets.delete(oldest);
      return isTaken ? undefined : Math.ceil(((1 - tokens) * 60) / perMinute);
    },
  };
}
