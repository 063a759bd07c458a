import { z } from "zod";

export const DeadLetterQueue = z.enum(["dispatch", "aggregate", "release"]);
export type DeadLetterQueue = z.infer<typeof DeadLetterQueue>;

/** dead-letters/<queue>/<id>.json: a message that could not even be recorded as a failure, set aside for an operator. */
export const DeadLetter = z.object({
  formatVersion: z.literal(1),
  queue: DeadLetterQueue,
  body: z.string(),
  /** Why its failure could not be recorded. */
  reason: z.string(),
  at: z.string(),
});
export type DeadLetter = z.infer<typeof DeadLetter>;
