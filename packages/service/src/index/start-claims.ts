import { indexKeys } from "@medhelm/core/store/index-keys";
import type { Clock, Index } from "@medhelm/core/ports";
import { z } from "zod";
import { CLAIM_MS, SUBMIT_MS } from "./job-claims.ts";
import { parseItem } from "./items.ts";

/** A function that starts job `n` of a series. Others wait until `untilMs`, so a claim outlives the function that holds it. */
const StartClaim = z.object({ n: z.int(), untilMs: z.int() });
type StartClaim = z.infer<typeof StartClaim>;

export interface StartClaimPorts {
  /** Absent: nothing is claimed, because one process starts all jobs. */
  readonly index?: Index;
  readonly clock: Pick<Clock, "nowMs">;
  /** The time that the function has left, in milliseconds; absent: it has no limit. */
  readonly remainingMs?: () => number;
  /** The life of a claim, which must be longer than that of the function; default 5 minutes. */
  readonly claimMs?: number;
}

/** The claim of a series as it was read; `claimStart` replaces no other one. */
export interface SeenStart {
  readonly claim?: StartClaim;
  readonly revision?: string;
}

/** Read it before the jobs: then a job that is started in between also changes the claim. */
export async function readStart({ index }: StartClaimPorts, series: string): Promise<SeenStart> {
  const item = await index?.get(indexKeys.jobStart(series));
  return item === undefined ? {} : { claim: parseItem(item, StartClaim), revision: item.revision };
}

/**
 * Claims the start of job `n` of a series.
 * @returns whether the caller must submit the job now; otherwise another one does, or too little time is left, and the sweep sends the
 *   message again
 */
export async function claimStart(
  { index, clock, remainingMs, claimMs = CLAIM_MS }: StartClaimPorts,
  series: string,
  n: number,
  { claim, revision }: SeenStart,
): Promise<boolean> {
  const isLate = (): boolean => remainingMs !== undefined && remainingMs() < SUBMIT_MS;
  if (isLate()) return false;
  if (index === undefined) return true;
  if (claim !== undefined && claim.n >= n && claim.untilMs > clock.nowMs()) return false;
  const untilMs = clock.nowMs() + claimMs;
  const value: StartClaim = { n, untilMs };
  const condition = revision === undefined ? { ifAbsent: true as const } : { ifRevision: revision };
  const expiresAtS = Math.ceil(untilMs / 1000);
  const { outcome } = await index.write([{ ...indexKeys.jobStart(series), kind: "put", value, condition, expiresAtS }]);
  return outcome === "written" && !isLate() && untilMs - clock.nowMs() >= SUBMIT_MS;
}
