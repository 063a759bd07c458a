import { z } from "zod";
import { exitCodes } from "../exit-codes.ts";
import type { Job } from "../ports.ts";

/** jobs/<submission>/<deployment>-<role>.json: which job works on a deployment's runs of a submission. */
export const JobRecord = z.object({
  formatVersion: z.literal(1),
  submission: z.string(),
  deployment: z.string(),
  role: z.enum(["candidate", "judge"]),
  /** 1 for the first job; part of the job's name */
  attempt: z.int(),
  /** absent until the compute service has told it: look the job up by name before submitting again */
  id: z.string().optional(),
  /** attempts that ended by a fault of their own rather than by interruption */
  faults: z.int(),
  /** how often the start of this attempt was claimed anew: no two claims have equal bytes, which in S3 would be equal etags */
  claims: z.int().optional(),
});
export type JobRecord = z.infer<typeof JobRecord>;

/** After this many faults of its own a deployment's runs are failed with the last reason. */
export const MAX_JOB_FAULTS = 3;
/** Bounds what interruption alone may cost. */
export const MAX_JOB_ATTEMPTS = 50;

/** AWS Batch allows letters, digits, "-" and "_", at most 128. */
export function jobName(record: Pick<JobRecord, "submission" | "deployment" | "role" | "attempt">): string {
  const deployment = record.deployment.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, 60);
  return `${record.submission}-${deployment}-${record.role}-${record.attempt}`;
}

const KILLED_FROM_OUTSIDE = [
  String.raw`interrupted\b`,
  String.raw`killed by SIG(?:KILL|TERM|INT|HUP)\b`,
  String.raw`exit code ${exitCodes.interrupted}\b`, // one of our programs was stopped
  String.raw`Host EC2\b`, // AWS Batch's, of a Spot reclaim: "Host EC2 (instance i-0abc) terminated." (docs: Automated job retries)
  String.raw`Your Spot Task was interrupted\b`, // Fargate Spot's (nextflow-io/nextflow#5786, reproio/wrapbox#53)
];
const INTERRUPTION = new RegExp(String.raw`^(?:child \d+: )?(?:${KILLED_FROM_OUTSIDE.join("|")})`);

/**
 * Not the job's fault. Only the reason's beginning counts, for what follows it is what the job wrote, and a stack trace may well say
 * "signal".
 */
export function isInterruption(reason: string | undefined): boolean {
  return reason !== undefined && INTERRUPTION.test(reason);
}

export const isActive = (job: Job | undefined): boolean => job?.state === "waiting" || job?.state === "running";
