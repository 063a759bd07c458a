import type { ModelFailure } from "../../ports.ts";

export interface RetryPolicy {
  /** The total number of attempts. HELM: HELM_RETRIES, 5. */
  readonly maxAttempts: number;
  /** The wait before the second attempt. */
  readonly baseMs: number;
  /** The wait before the second attempt after a 429 without Retry-After. HELM: 5 s. */
  readonly rateLimitBaseMs: number;
  /** The longest wait that the server does not ask for. */
  readonly capMs: number;
}
/** A wait in Retry-After that is longer than this stops the run: the user starts it again later. A shorter one is waited for. */
export const LONGEST_WAIT_MS = 15 * 60_000;
export const DEFAULT_RETRY: RetryPolicy = { maxAttempts: 5, baseMs: 1000, rateLimitBaseMs: 5000, capMs: 120_000 };

/**
 * Returns the milliseconds to wait after failed attempt number `attempt` (1, 2, ...): the server's Retry-After, else a time that
 * doubles with each attempt. Jitter spreads requests that failed together. A retry is safe, because a request changes no state.
 */
export function waitBeforeRetryMs(policy: RetryPolicy, attempt: number, failure: ModelFailure, random: number): number {
  if (failure.retryAfterMs !== undefined) return Math.min(LONGEST_WAIT_MS, failure.retryAfterMs) + 100 * random;
  const baseMs = failure.reason === "rate_limited" ? policy.rateLimitBaseMs : policy.baseMs;
  return Math.min(policy.capMs, baseMs * 2 ** (attempt - 1)) * (0.5 + 0.5 * random);
}
