import { machinePrice } from "@medhelm/core/money/machine-price";
import type { PriceList } from "@medhelm/core/money/make-quote";
import type { Clock, Index, ObjectStore } from "@medhelm/core/ports";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import { StoredSubmission } from "@medhelm/core/submission";
import { openMachineMeter } from "../money/machine-meter.ts";
import { recordGpuJob } from "../money/record-gpu-job.ts";
import type { PoolPorts, ShardMachine } from "./work-pool.ts";

/** A machine that costs nothing, or whose submission is gone. */
const unpaid: ShardMachine = {
  signal: new AbortController().signal,
  refused: () => undefined,
  close: async () => undefined,
};

/**
 * Lets each shard of a pool pay for its machine from its lease to its end; the first one also pays for the machine's start. The time in which
 * no shard is asked is the operator's. `job`: identifies this attempt of the pool's job.
 */
export function shardMachines(
  {
    objects,
    index,
    clock,
    prices,
  }: { readonly objects: ObjectStore; readonly index: Index; readonly clock: Clock; readonly prices: PriceList },
  { job, start }: { readonly job: string; readonly start: { readonly atMs: number } },
): NonNullable<PoolPorts["machine"]> {
  let shards = 0;
  return async ({ submission: id, deployment, role }) => {
    const price = machinePrice(prices, deployment);
    const submission = await getJson(objects, keys.submission(id), StoredSubmission);
    if (price === undefined || submission === undefined) return unpaid;
    const startedAtMs = shards === 0 ? start.atMs : clock.nowMs();
    const jobId = `${job}-${++shards}`;
    const of = { job: jobId, name: jobId, attempt: 1 };
    const meter = await openMachineMeter({ objects, clock }, submission, { of, price, startedAtMs });
    return {
      signal: meter.signal,
      refused: meter.refused,
      async close() {
        const stoppedAtMs = clock.nowMs();
        await meter.close();
        await recordGpuJob(
          { objects, index, prices },
          { jobId, name: jobId, submission: id, deployment, role, periods: [{ startedAtMs, stoppedAtMs }] },
        );
      },
    };
  };
}
