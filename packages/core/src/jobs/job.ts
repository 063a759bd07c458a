import { z } from "zod";
import { exitCodes } from "../exit-codes.ts";
import type { Job } from "../ports.ts";
import type { DispatchMessage } from "../submission.ts";
import { distinctName } from "../text/distinct-name.ts";

/** jobs/<submission>/<deployment>-<role>.json: which job works on a deployment's runs of a submission. Read it by `findJobRecord`. */
export const JobRecord = z.object({
  formatVersion: z.literal(1),
  submission: z.string(),
  deployment: z.string(),
  role: z.enum(["candidate", "judge"]),
  /** How the names of its jobs begin. Absent: an earlier version made the record. */
  jobs: z.string().exactOptional(),
  /** 1 for the first job; part of the job's name */
  attempt: z.int(),
  /** Absent until the compute service has returned it. Search the job by name before you submit it again. */
  id: z.string().optional(),
  /** Attempts that failed by their own fault, not by an interruption. */
  faults: z.int(),
  /**
   * The number of times that a dispatcher claimed the start of this attempt. The count makes the bytes of two claims differ: in S3,
   * equal bytes have equal etags.
   */
  claims: z.int().optional(),
  /** The number of requests that the runs had done when this attempt started. The next `MAX_JOB_ATTEMPTS` attempts must do more. */
  progress: z.object({ attempt: z.int(), done: z.int() }).exactOptional(),
  /**
   * Why the runs are given up. This attempt is the last one: it sends no request, charges the answers that a killed worker has stored, and
   * fails the runs with this reason.
   */
  givenUp: z.string().exactOptional(),
});
export type JobRecord = z.infer<typeof JobRecord>;

/** After this many faults the deployment's runs fail with the last reason. */
export const MAX_JOB_FAULTS = 3;
/** After this many attempts without progress the deployment's runs fail: it limits the cost of a job that is interrupted again and again. */
export const MAX_JOB_ATTEMPTS = 50;

export const firstJobRecord = ({ submission, deployment, role }: DispatchMessage): JobRecord => ({
  formatVersion: 1,
  submission,
  deployment,
  role,
  jobs: `${submission}-${distinctName(deployment)}`,
  attempt: 1,
  faults: 0,
});

/** The job's name. AWS Batch allows letters, digits, "-" and "_", at most 128 characters. */
export function jobName({ jobs, submission, deployment, role, attempt }: NamedJob): string {
  const earlier = `${submission}-${deployment.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, 60)}`;
  return `${jobs ?? earlier}-${role}-${attempt}`;
}
type NamedJob = Pick<JobRecord, "jobs" | "submission" | "deployment" | "role" | "attempt">;

const KILLED_FROM_OUTSIDE = [
  String.raw`interrupted\b`,
  String.raw`killed by SIG(?:KILL|TERM|INT|HUP)\b`,
  String.raw`exit code ${exitCodes.interrupted}\b`, // one of our programs was stopped
  String.raw`Host EC2\b`, // AWS Batch's reason for a Spot reclaim: "Host EC2 (instance i-0abc) terminated." (docs: Automated job retries)
  String.raw`Your Spot Task was interrupted\b`, // Fargate Spot's reason (nextflow-io/nextflow#5786, reproio/wrapbox#53)
];
const INTERRUPTION = new RegExp(String.raw`^(?:child \d+: )?(?:${KILLED_FROM_OUTSIDE.join("|")})`);

/**
 * Whether the job was interrupted, which is not its own fault. Only the start of the reason counts: the rest is the
 * job's own output, and a stack trace may contain "signal".
 */
export function isInterruption(reason: string | undefined): boolean {
  return reason !== undefined && INTERRUPTION.test(reason);
}

/** The reason without the last lines of the job's output, which may quote a text. */
export const withoutOutput = (reason: string): string =>
  /^(?:child \d+: )?(?:exit code \d+|killed by \w+)(?=: )/.exec(reason)?.[0] ?? reason;

export const isActive = (job: Job | undefined): boolean => job?.state === "waiting" || job?.state === "running";
