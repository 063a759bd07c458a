import { z } from "zod";

/** work/<suite>/<run>/progress.json: how far the worker is; written about once a second and never relied on for results. */
export const Progress = z.object({
  formatVersion: z.literal(1),
  /** awaiting: a deployment that has its own job must answer first; judging: every answer of the candidate is there */
  state: z.enum(["running", "awaiting", "judging"]),
  done: z.int(),
  total: z.int(),
  /** what is awaited */
  deployment: z.string().optional(),
  /** whose worker tells that */
  submission: z.string().optional(),
});
export type Progress = z.infer<typeof Progress>;

/** work/<suite>/<run>/failed.json: why a run as a whole came to nothing; the next attempt deletes it. */
export const RunFailure = z.object({
  formatVersion: z.literal(1),
  /** one sentence for the user */
  reason: z.string(),
  at: z.string().optional(),
});
export type RunFailure = z.infer<typeof RunFailure>;
