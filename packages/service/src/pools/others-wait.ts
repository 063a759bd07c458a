import { markOfRun } from "@medhelm/core/pools/entry-name";
import type { LeasedShard } from "./lease-shard.ts";
import { candidates, lookAtPool, type LookPorts } from "./pool-look.ts";

/** After this time a worker leaves a shard to another owner, with the answers so far. */
export const SLICE_MS = 10 * 60_000;

/**
 * Whether a worker that has asked its shard for SLICE_MS could ask one of another owner if it left it. The other workers of its run leave theirs, too,
 * SLICE_MS after the last one began: one that stayed would keep the benchmark from the other owner.
 */
export async function othersWait(
  ports: LookPorts,
  { shard: { of }, lease }: Pick<LeasedShard, "shard" | "lease">,
): Promise<boolean> {
  const look = await lookAtPool(ports, of.deployment);
  const owners = look.owners.filter(({ owner }) => owner !== of.owner);
  const run = markOfRun(of);
  const leaving = look.state.active.filter(
    ({ run: asked, leasedMs = look.nowMs }) => asked === run && look.nowMs - leasedMs > SLICE_MS,
  );
  const gone = new Set([...look.gone, lease.nonce, ...leaving.map(({ nonce }) => nonce)]);
  return candidates({ ...look, owners, gone }, new Map()).next().done !== true;
}
