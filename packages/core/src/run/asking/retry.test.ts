import { expect, it } from "vitest";
import { DEFAULT_RETRY, waitBeforeRetryMs } from "./retry.ts";

const failed = (reason: "rate_limited" | "server_error", retryAfterMs?: number) => ({
  reason,
  message: "",
  isRetriable: true,
  ...(retryAfterMs !== undefined && { retryAfterMs }),
});

it("doubles from one second, and jitter shortens it to a half at most", () => {
  const waits = [1, 2, 3, 4].map((n) => waitBeforeRetryMs(DEFAULT_RETRY, n, failed("server_error"), 1));
  expect(waits).toEqual([1000, 2000, 4000, 8000]);
  expect(waitBeforeRetryMs(DEFAULT_RETRY, 1, failed("server_error"), 0)).toBe(500);
});

it("starts at HELM's five seconds after a 429 without Retry-After", () => {
  expect(waitBeforeRetryMs(DEFAULT_RETRY, 1, failed("rate_limited"), 1)).toBe(5000);
});

it("follows Retry-After up to fifteen minutes, because an earlier request would be refused again", () => {
  expect(waitBeforeRetryMs(DEFAULT_RETRY, 1, failed("rate_limited", 9000), 0)).toBe(9000);
  expect(waitBeforeRetryMs(DEFAULT_RETRY, 1, failed("rate_limited", 600_000), 0)).toBe(600_000);
  expect(waitBeforeRetryMs(DEFAULT_RETRY, 1, failed("rate_limited", 3_600_000), 0)).toBe(900_000);
});
