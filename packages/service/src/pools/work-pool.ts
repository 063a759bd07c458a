import { LeaseLost } from "@medhelm/core/jobs/lease";
import type { PoolStop, Shard } from "@medhelm/core/pools/shard";
import type { Log, Queue } from "@medhelm/core/ports";
import { RunStopped } from "@medhelm/core/run/run-stopped";
import { hasObjects } from "@medhelm/core/store/has-objects";
import { keys } from "@medhelm/core/store/object-keys";
import type { DispatchMessage } from "@medhelm/core/submission";
import { UserError } from "@medhelm/core/user-error";
import { dropRun } from "./drop-run.ts";
import { settlePaid } from "./settle-paid.ts";
import { type LeasedShard, type LeasePorts, leaseShard } from "./lease-shard.ts";
import { type ShardPorts, workShard } from "./work-shard.ts";

export interface PoolPorts extends LeasePorts, ShardPorts {
  /** Where a worker announces that a run has its answers. Absent: the sweep finds out. */
  readonly dispatchQueue?: Pick<Queue, "send">;
  readonly log?: Log;
  /** Meters the time of the machine that a shard pays for. Absent: the machine costs nothing. */
  readonly machine?: (of: Shard["of"]) => Promise<ShardMachine>;
}

/** The machine of a worker while it asks a shard. */
export interface ShardMachine {
  /** Aborts when the submission's budget pays no longer. */
  readonly signal: AbortSignal;
  /** Why the budget pays no longer. */
  refused(): RunStopped | undefined;
  /** Charges the time. */
  close(): Promise<void>;
}

/** The pause between two looks at an empty queue. */
const LOOK_MS = 500;
/** How often a worker asks whether the submission of its shard was cancelled. */
const CANCEL_MS = 5_000;
/** After so many faults at one shard its run fails. */
const MOST_FAULTS = 3;

/** Asks the shards of a deployment, of all owners, until none has waited for `idleMs`. */
export async function workPool(
  ports: PoolPorts,
  {
    deployment,
    idleMs,
    signal,
  }: { readonly deployment: string; readonly idleMs: number; readonly signal: AbortSignal },
): Promise<void> {
  for (let idleSinceMs = ports.clock.monotonicMs(); ; ) {
    signal.throwIfAborted();
    const leased = await leaseShard(ports, deployment);
    if (leased !== undefined) {
      await workLeased(ports, leased, signal);
      idleSinceMs = ports.clock.monotonicMs();
    } else if (ports.clock.monotonicMs() - idleSinceMs >= idleMs) return;
    else await ports.clock.sleep(LOOK_MS, signal);
  }
}

async function workLeased(ports: PoolPorts, leased: LeasedShard, signal: AbortSignal): Promise<void> {
  const { shard, lease } = leased;
  const cancelled = new AbortController();
  const watching = watchCancellation(ports, shard, cancelled);
  const startedMs = ports.clock.monotonicMs();
  let machine: ShardMachine | undefined;
  try {
    await watching.first;
    machine = await ports.machine?.(shard.of);
    const signals = machine === undefined ? [] : [machine.signal];
    const stopped = AbortSignal.any([signal, lease.lost, cancelled.signal, ...signals]);
    await workShard(ports, shard, stopped); // a shard of other settings is dropped, and its run is encoded again
    await leased.done();
    const { submission, suite, run, owner } = shard.of;
    const ms = Math.round(ports.clock.monotonicMs() - startedMs);
    ports.log?.("info", "shard answered", { submission, suite, run, owner, requests: shard.requests.length, ms });
  } catch (error) {
    if (lease.lost.aborted || error instanceof LeaseLost) return;
    if (signal.aborted) {
      await leased.giveBack(false);
      throw error;
    }
    if (cancelled.signal.aborted) {
      await settlePaid(ports, shard.of);
      await leased.done();
      return;
    }
    const stop = stopOf(machine?.refused() ?? error, leased);
    if (stop === undefined) {
      await leased.giveBack(true);
      throw error;
    }
    await dropRun(ports.objects, shard.of, stop);
    await leased.done();
  } finally {
    await watching.end();
    await machine?.close();
  }
  await announce(ports, shard.of);
}

/** Why no worker asks the run's shards any more; undefined: the next worker tries this one again. */
function stopOf(error: unknown, { faults, shard }: LeasedShard): Omit<PoolStop, "formatVersion"> | undefined {
  if (error instanceof RunStopped) return { code: error.reason, message: error.message };
  if (error instanceof UserError) return { code: "given_up", message: error.message };
  if (faults + 1 < MOST_FAULTS) return undefined;
  const message = error instanceof Error ? error.message : String(error);
  return {
    code: "given_up",
    message: `the worker of ${shard.of.deployment} failed ${MOST_FAULTS} times, last: ${message}`,
  };
}

/** Sends a message to the dispatcher when the run has no more shards in the pool. If it is lost, the sweep sends it. */
async function announce(
  { objects, dispatchQueue }: PoolPorts,
  { submission, suite, run, deployment, role }: Shard["of"],
) {
  if (dispatchQueue === undefined || (await hasObjects(objects, keys.shards(suite, run, deployment)))) return;
  const message: DispatchMessage = { submission, deployment, role };
  await dispatchQueue.send(JSON.stringify(message)).catch(() => undefined);
}

/** `first`: the first look. */
function watchCancellation({ objects, clock }: PoolPorts, { of }: Shard, cancelled: AbortController) {
  const over = new AbortController();
  const look = async (): Promise<void> => {
    if ((await objects.head(keys.submissionCancel(of.submission))) !== undefined)
      cancelled.abort(new Error("the submission was cancelled"));
  };
  const first = look();
  const watching = (async () => {
    await first;
    while (!over.signal.aborted && !cancelled.signal.aborted) {
      await clock.sleep(CANCEL_MS, over.signal);
      await look();
    }
  })().catch(() => undefined); // the next look may succeed; without one, only this shard is asked
  return {
    first,
    async end(): Promise<void> {
      over.abort();
      await watching;
    },
  };
}
