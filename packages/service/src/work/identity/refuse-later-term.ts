import { type Lease, LeaseLost } from "@medhelm/core/jobs/lease";
import { readLeaseRecord } from "@medhelm/core/jobs/lease-record";
import { keys } from "@medhelm/core/store/object-keys";
import type { ObjectStore } from "@medhelm/core/ports";
import type { Identity } from "@medhelm/core/run/identity";

/**
 * Stops a worker that stalled between its lease and its first look at the identity, while a later worker began. A user who deletes the
 * lease's record lets its terms begin again: the holder then goes on.
 * @throws LeaseLost
 */
export async function refuseLaterTerm(
  objects: ObjectStore,
  { suite, run }: { readonly suite: string; readonly run: string },
  stored: Identity | undefined,
  lease: Lease,
): Promise<void> {
  if ((stored?.term ?? 0) <= lease.term) return;
  const found = await objects.get(keys.lease(suite, run));
  if (found === undefined || readLeaseRecord(found)?.nonce !== lease.nonce)
    throw new LeaseLost("another worker took over the run");
}
