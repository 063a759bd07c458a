import { indexKeys } from "@medhelm/core/store/index-keys";
import type { Index } from "@medhelm/core/ports";
import type { DispatchMessage } from "@medhelm/core/submission";
import { z } from "zod";

/**
 * A dispatcher that starts this attempt of a job. Others wait until `untilMs`, so a claim must outlive the function that
 * holds it: otherwise two of them start the job.
 */
const JobClaim = z.object({ attempt: z.int(), untilMs: z.int() });
type JobClaim = z.infer<typeof JobClaim>;

/** The claim as it was read; `claimJob` replaces no other one. */
export interface SeenClaim {
  readonly claim?: JobClaim;
  readonly revision?: string;
}

export async function readClaim(index: Index, message: DispatchMessage): Promise<SeenClaim> {
  const item = await index.get(keyOf(message));
  return item === undefined ? {} : { claim: JobClaim.parse(item.value), revision: item.revision };
}

/** Whether another dispatcher may still start this attempt. */
export const isClaimed = ({ claim }: SeenClaim, attempt: number, nowMs: number): boolean =>
  claim !== undefined && claim.attempt >= attempt && claim.untilMs > nowMs;

/** Claims the start of a job's attempt. Returns false if another dispatcher has claimed it since `seen` was read. */
export async function claimJob(
  index: Index,
  message: DispatchMessage,
  claim: JobClaim,
  seen: SeenClaim,
): Promise<boolean> {
  const condition = seen.revision === undefined ? { ifAbsent: true as const } : { ifRevision: seen.revision };
  const expiresAtS = Math.ceil(claim.untilMs / 1000);
  const { outcome } = await index.write([{ kind: "put", ...keyOf(message), value: claim, condition, expiresAtS }]);
  return outcome === "written";
}

/** Whether a dispatcher may still start any job of the submission. */
export async function hasClaims(index: Index, submission: string, nowMs: number): Promise<boolean> {
  const { items } = await index.query(indexKeys.jobClaims(submission), { limit: 1000 });
  return items.some(({ value }) => JobClaim.parse(value).untilMs > nowMs);
}

const keyOf = ({ submission, role, deployment }: DispatchMessage) => indexKeys.jobClaim(submission, role, deployment);
