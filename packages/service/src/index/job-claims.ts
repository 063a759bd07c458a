import { indexKeys } from "@medhelm/core/store/index-keys";
import type { Index } from "@medhelm/core/ports";
import { collect } from "@medhelm/core/run/collect";
import { DispatchMessage } from "@medhelm/core/submission";
import { z } from "zod";
import { itemsOf, parseItem } from "./items.ts";

/** The life of a claim. It is longer than that of each function that starts jobs. */
export const CLAIM_MS = 5 * 60_000;
/** A job is submitted within this time, retries included (BATCH_CLIENT). A function with less time left does not submit it. */
export const SUBMIT_MS = 25_000;

/**
 * A dispatcher that starts this attempt of a job. Others wait until `untilMs`, so a claim must outlive the function that
 * holds it: otherwise two of them start the job.
 */
const JobClaim = z.object({
  ...DispatchMessage.pick({ deployment: true, role: true }).shape,
  attempt: z.int(),
  untilMs: z.int(),
});
export type JobClaim = z.infer<typeof JobClaim>;

/** The claim as it was read; `claimJob` replaces no other one. */
export interface SeenClaim {
  readonly claim?: JobClaim;
  readonly revision?: string;
}

export async function readClaim(index: Index, message: DispatchMessage): Promise<SeenClaim> {
  const item = await index.get(keyOf(message));
  return item === undefined ? {} : { claim: parseItem(item, JobClaim), revision: item.revision };
}

/** Whether another dispatcher may still start this attempt. */
export const isClaimed = ({ claim }: SeenClaim, attempt: number, nowMs: number): boolean =>
  claim !== undefined && claim.attempt >= attempt && claim.untilMs > nowMs;

/** Claims the start of a job's attempt. Returns false if another dispatcher has claimed it since `seen` was read. */
export async function claimJob(
  index: Index,
  message: DispatchMessage,
  { attempt, untilMs }: Pick<JobClaim, "attempt" | "untilMs">,
  seen: SeenClaim,
): Promise<boolean> {
  const { deployment, role } = message;
  const claim: JobClaim = { deployment, role, attempt, untilMs };
  const condition = seen.revision === undefined ? { ifAbsent: true as const } : { ifRevision: seen.revision };
  const expiresAtS = Math.ceil(untilMs / 1000);
  const { outcome } = await index.write([{ kind: "put", ...keyOf(message), value: claim, condition, expiresAtS }]);
  return outcome === "written";
}

/** The claims of a submission that have not ended. */
export async function liveClaims(index: Index, submission: string, nowMs: number): Promise<JobClaim[]> {
  const items = await collect(itemsOf(index, indexKeys.jobClaims(submission)));
  return items.map((item) => parseItem(item, JobClaim)).filter(({ untilMs }) => untilMs > nowMs);
}

const keyOf = ({ submission, role, deployment }: DispatchMessage) => indexKeys.jobClaim(submission, role, deployment);
