import { machinePrice } from "@medhelm/core/money/machine-price";
import type { PriceList } from "@medhelm/core/money/make-quote";
import type { Clock, Index, ObjectStore } from "@medhelm/core/ports";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import { StoredSubmission } from "@medhelm/core/submission";
import { openMachineMeter } from "../money/machine-meter.ts";
import { recordGpuJob } from "../money/record-gpu-job.ts";
import type { EcsTaskStart } from "../work/ecs-task-start.ts";
import type { PoolPorts, ShardMachine } from "./work-pool.ts";

/** A machine that costs nothing, or whose submission no longer exists. */
const unpaid: ShardMachine = {
  signal: new AbortController().signal,
  refused: () => undefined,
  close: async () => undefined,
};

/** The seconds of a worker's machine. `waited`: no shard has paid for them. */
interface MachineSeconds {
  readonly worked: number;
  readonly paid: number;
  readonly waited: number;
}

/**
 * Lets each shard of a pool pay for its machine from its lease to its end; the first one also pays for the machine's start. The operator pays for the
 * time in which no shard is asked. The operator also pays for a start that is only an estimate, because Batch's times correct it for no owner. `job`:
 * identifies this attempt of the pool's job.
 */
export function shardMachines(
  {
    objects,
    index,
    clock,
    prices,
  }: { readonly objects: ObjectStore; readonly index: Index; readonly clock: Clock; readonly prices: PriceList },
  { job, start }: { readonly job: string; readonly start: Pick<EcsTaskStart, "atMs" | "isEstimate"> },
): { readonly open: NonNullable<PoolPorts["machine"]>; seconds(): MachineSeconds } {
  const fromMs = start.isEstimate ? clock.nowMs() : start.atMs;
  let shards = 0;
  let paidMs = 0;
  const open: NonNullable<PoolPorts["machine"]> = async ({ entry, of: { submission: id, deployment, role } }) => {
    const price = machinePrice(prices, deployment);
    const submission = await getJson(objects, keys.submission(id), StoredSubmission);
    if (price === undefined || submission === undefined) return unpaid;
    const startedAtMs = shards === 0 ? fromMs : clock.nowMs();
    const jobId = `${job}-${++shards}`;
    const of = { job: jobId, name: jobId, attempt: 1, shard: entry };
    const meter = await openMachineMeter({ objects, clock }, submission, { of, price, startedAtMs });
    return {
      signal: meter.signal,
      refused: meter.refused,
      async close() {
        const stoppedAtMs = clock.nowMs();
        await meter.close();
        paidMs += stoppedAtMs - startedAtMs;
        await recordGpuJob(
          { objects, index, prices },
          { jobId, name: jobId, submission: id, deployment, role, periods: [{ startedAtMs, stoppedAtMs }] },
        );
      },
    };
  };
  return {
    open,
    seconds() {
      const workedMs = clock.nowMs() - fromMs;
      return { worked: workedMs / 1000, paid: paidMs / 1000, waited: (workedMs - paidMs) / 1000 };
    },
  };
}
