import type { Clock } from "@medhelm/core/ports";

/** Names remembered at once; the longest unused is forgotten, which gives it a full bucket again. */
const MAX_NAMES = 10_000;

export interface TokenBuckets {
  /** undefined: taken. Else the seconds until there is one again. */
  take(name: string, perMinute: number): number | undefined;
}

/**
 * A bucket of `perMinute` tokens for each name, filled evenly. In the memory of this process alone: the limit protects the
 * service, while what costs money is counted exactly, in the store (docs/decisions).
 */
export function tokenBuckets(clock: Pick<Clock, "monotonicMs">): TokenBuckets {
  const buckets = new Map<string, { readonly tokens: number; readonly atMs: number }>();
  return {
    take(name, perMinute) {
      const nowMs = clock.monotonicMs();
      const before = buckets.get(name) ?? { tokens: perMinute, atMs: nowMs };
      const tokens = Math.min(perMinute, before.tokens + ((nowMs - before.atMs) * perMinute) / 60_000);
      const isTaken = tokens >= 1;
      buckets.delete(name); // put in again, behind all others
      buckets.set(name, { tokens: isTaken ? tokens - 1 : tokens, atMs: nowMs });
      const [oldest] = buckets.keys();
      if (buckets.size > MAX_NAMES && oldest !== undefined) buckets.delete(oldest);
      return isTaken ? undefined : Math.ceil(((1 - tokens) * 60) / perMinute);
    },
  };
}
