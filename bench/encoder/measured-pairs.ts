import { z } from "zod";

const MeasuredPairs = z.object({
  threads: z.int(),
  words: z.int(),
  pairs: z.int(),
  /** Pairs of the first model of a suite. */
  perSecond: z.number(),
  cpuMs: z.number(),
  /** Pairs of a second model, whose references are encoded already while there is room for them. */
  againPerSecond: z.number(),
  againCpuMs: z.number(),
});
export type MeasuredPairs = z.infer<typeof MeasuredPairs>;

/** The output of the child process. */
export const Measured = z.object({ model: z.string(), rows: z.array(MeasuredPairs) });
