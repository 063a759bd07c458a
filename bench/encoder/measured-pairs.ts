import { z } from "zod";

const MeasuredPairs = z.object({
  threads: z.int(),
  words: z.int(),
  pairs: z.int(),
  perSecond: z.number(),
  cachedPerSecond: z.number(),
});
export type MeasuredPairs = z.infer<typeof MeasuredPairs>;

/** The output of the child process. */
export const Measured = z.object({ model: z.string(), rows: z.array(MeasuredPairs) });
