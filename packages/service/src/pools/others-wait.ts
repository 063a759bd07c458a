import type { LeasedShard } from "./lease-shard.ts";
import { candidates, lookAtPool, type LookPorts } from "./pool-look.ts";

/** Whether a worker that leaves its shard could ask one of another owner. */
export async function othersWait(
  ports: LookPorts,
  { shard: { of }, lease }: Pick<LeasedShard, "shard" | "lease">,
): Promise<boolean> {
  const look = await lookAtPool(ports, of.deployment);
  const owners = look.owners.filter(({ owner }) => owner !== of.owner);
  const gone = new Set([...look.gone, lease.nonce]);
  return candidates({ ...look, owners, gone }, new Map()).next().done !== true;
}
