import type { MinuteLimits } from "@medhelm/core/models/minute-limits";
import type { MinuteShare } from "@medhelm/core/run/asking/minute-budget";

/** The whole of the limits, for a process that shares them with nobody. */
export const wholeMinute = ({
  requests = Number.POSITIVE_INFINITY,
  tokens = Number.POSITIVE_INFINITY,
}: MinuteLimits): MinuteShare => ({
  holdsMs: 60_000,
  part: async (used, next) => ({ requests, tokens: used.requests === 0 ? Math.max(tokens, next) : tokens }),
});
