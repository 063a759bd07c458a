import { z } from "zod";

/** The most that a client may send in any minute. An absent limit is none. */
export const MinuteLimits = z.strictObject({
  requests: z.int().positive().exactOptional(),
  /** Tokens read and written. */
  tokens: z.int().positive().exactOptional(),
});
export type MinuteLimits = z.infer<typeof MinuteLimits>;

/** The field of a deployment with these limits; none without a limit. */
export function perMinuteOf(
  requests: number | undefined,
  tokens: number | undefined,
): { readonly perMinute?: MinuteLimits } {
  if (requests === undefined && tokens === undefined) return {};
  return { perMinute: { ...(requests !== undefined && { requests }), ...(tokens !== undefined && { tokens }) } };
}
