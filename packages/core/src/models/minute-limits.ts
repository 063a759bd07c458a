import { z } from "zod";

/** The most that a client may send in any minute. An absent limit is none. */
export const MinuteLimits = z.strictObject({
  requests: z.int().positive().exactOptional(),
  /** Tokens read and written. */
  tokens: z.int().positive().exactOptional(),
});
export type MinuteLimits = z.infer<typeof MinuteLimits>;
