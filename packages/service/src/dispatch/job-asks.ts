import type { JobRecord } from "@medhelm/core/jobs/job";
import type { StoredSubmission } from "@medhelm/core/submission";
import { z } from "zod";
import { concernsRun } from "../submissions/submission-run-state.ts";

/** The deployments that a job of the embedded stack may ask. Its variable MEDHELM_ASKS holds them as JSON. */
export const JobAsks = z.object({ candidates: z.array(z.string()), judges: z.array(z.string()) });
export type JobAsks = z.infer<typeof JobAsks>;

/** The deployments of all runs on which the job may work. */
export function asksOf(record: Pick<JobRecord, "role" | "deployment">, { runs }: StoredSubmission): JobAsks {
  const own = runs.filter((run) => concernsRun(record, run));
  return {
    candidates: distinct(own.map(({ modelDeployment }) => modelDeployment)),
    judges: distinct(own.flatMap(({ judges = [] }) => judges)),
  };
}

const distinct = (names: readonly string[]): string[] => [...new Set(names)].toSorted();
