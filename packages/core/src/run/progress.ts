import { z } from "zod";
import { raisedInt } from "../store/raised-int.ts";

/** work/<suite>/<run>/progress.json: the worker's progress. The worker writes it about once per second; no result depends on it. */
export const Progress = z.object({
  formatVersion: z.literal(1),
  /** `awaiting`: the job of another deployment must answer first. `judging`: all answers of the candidate are stored. */
  state: z.enum(["running", "awaiting", "judging"]),
  done: z.int(),
  total: z.int(),
  /** The requests without an answer, counted by the kind of error; absent: none, or an earlier version. */
  failures: z.record(z.string(), z.int()).exactOptional(),
  /** The deployment that must answer first, if the state is `awaiting`. */
  deployment: z.string().optional(),
  /** The requests of the run in the deployment's pool when the worker left. Absent: none, or no pool asks the deployment. */
  pool: z.object({ requests: z.int() }).exactOptional(),
  /** The submission of the worker that wrote this file. */
  submission: z.string().optional(),
  /** The worker's term (jobs/lease.ts). */
  term: raisedInt.exactOptional(),
});
export type Progress = z.infer<typeof Progress>;

/** work/<suite>/<run>/failed.json: the reason why the whole run failed. The next attempt deletes it. */
export const RunFailure = z.object({
  formatVersion: z.literal(1),
  /** One sentence for the user. */
  reason: z.string(),
  /** A FailureCode; absent: an earlier version. */
  code: z.string().exactOptional(),
  at: z.string().optional(),
  /** The worker's term (jobs/lease.ts). Readers ignore a failure of a lower term than the lease's. */
  term: raisedInt.exactOptional(),
});
export type RunFailure = z.infer<typeof RunFailure>;
