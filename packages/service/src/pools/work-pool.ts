import { LeaseLost } from "@medhelm/core/jobs/lease";
import { entryFacts } from "@medhelm/core/pools/entry-name";
import type { PoolStop, Shard } from "@medhelm/core/pools/shard";
import type { Queue } from "@medhelm/core/ports";
import { RunStopped } from "@medhelm/core/run/asking/run-stopped";
import { hasObjects } from "@medhelm/core/store/has-objects";
import { keys } from "@medhelm/core/store/object-keys";
import type { DispatchMessage } from "@medhelm/core/submission";
import { UserError } from "@medhelm/core/user-error";
import { isCancelled } from "../submissions/cancellation.ts";
import { dropRun } from "./drop-run.ts";
import { isOver } from "./is-over.ts";
import { othersWait, SLICE_MS } from "./others-wait.ts";
import type { OwnRecord } from "./pool-workers.ts";
import { settlePaid } from "./settle-paid.ts";
import { type LeasedShard, type LeasePorts, leaseShard } from "./lease-shard.ts";
import { type ShardPorts, type ShardResult, workShard } from "./work-shard.ts";

export interface PoolPorts extends LeasePorts, ShardPorts {
  /** Where a worker announces that a run has its answers. Absent: the sweep finds out. */
  readonly dispatchQueue?: Pick<Queue, "send">;
  /** The worker's record of itself. Absent: it is the only worker of its pool. */
  readonly own?: Pick<OwnRecord, "isFirst">;
  /** Meters the time of the machine that a shard pays for. Absent: the machine costs nothing. */
  readonly machine?: (shard: Pick<Shard, "entry" | "of">) => Promise<ShardMachine>;
}

/** The machine of a worker while it asks a shard. */
export interface ShardMachine {
  /** Aborts when the submission's budget is used up. */
  readonly signal: AbortSignal;
  /** Why the budget does not pay for more time. */
  refused(): RunStopped | undefined;
  /** Charges the time. */
  close(): Promise<void>;
}

/** The pause between two looks at an empty queue. */
const LOOK_MS = 500;
/** How often a worker asks whether the submission of its shard was cancelled. */
const CANCEL_MS = 5_000;
/** After this number of faults at one shard its run fails. */
const MOST_FAULTS = 3;
/** How often a worker looks whether another owner waits, after SLICE_MS. */
const OTHERS_MS = 15_000;
/**
 * How long a worker that has left its shard waits for the other workers of the run. They leave theirs after their next look and their requests in
 * flight.
 */
const OTHERS_LEAVE_MS = 2 * 60_000;

/**
 * Asks the shards of a deployment, of all owners, until none has waited for `idleMs`, or until a run needs later settings of the deployment.
 * A further worker of a pool ends at its first look without a shard, unless it has just left one to another owner.
 */
export async function workPool(
  ports: PoolPorts,
  {
    deployment,
    idleMs,
    mostMs = Number.POSITIVE_INFINITY,
    signal,
  }: {
    readonly deployment: string;
    readonly idleMs: number;
    /** After this time the worker ends at the end of its shard, so that another pool may get its machine. */
    readonly mostMs?: number;
    readonly signal: AbortSignal;
  },
): Promise<void> {
  const endsMs = ports.clock.monotonicMs() + mostMs;
  const startedMs = ports.clock.nowMs();
  let isWaiting = false;
  let hasLeft = false;
  for (let idleSinceMs = ports.clock.monotonicMs(); ; ) {
    signal.throwIfAborted();
    if (ports.clock.monotonicMs() > endsMs) return;
    const leased = await leaseShard(ports, deployment);
    if (leased !== undefined) {
      const left = await workLeased(ports, leased, { signal, startedMs });
      if (left === "outdated") {
        ports.log?.("info", "the settings of the deployment have changed: a new worker of the pool reads them", {});
        return;
      }
      idleSinceMs = ports.clock.monotonicMs();
      isWaiting = false;
      hasLeft = left === "left";
      continue;
    }
    const idleForMs = ports.clock.monotonicMs() - idleSinceMs;
    if (!hasLeft || idleForMs >= OTHERS_LEAVE_MS) {
      if (idleForMs >= idleMs) return;
      if (!isWaiting && (await ports.own?.isFirst()) === false) return;
      isWaiting = true;
    }
    await ports.clock.sleep(LOOK_MS, signal);
  }
}

/** outdated: the shard was encoded with other settings of the deployment than this worker read at its start, and later. left: another owner is next. */
type Left = "outdated" | "left";

async function workLeased(
  ports: PoolPorts,
  leased: LeasedShard,
  { signal, startedMs }: { readonly signal: AbortSignal; readonly startedMs: number },
): Promise<Left | undefined> {
  const { shard, lease } = leased;
  const cancelled = new AbortController();
  const leave = new AbortController();
  const watching = [
    watch(ports, { everyMs: CANCEL_MS, look: () => isCancelled(ports.objects, shard.of.submission), found: cancelled }),
    watch(ports, { afterMs: SLICE_MS, everyMs: OTHERS_MS, look: () => othersWait(ports, leased), found: leave }),
  ];
  let machine: ShardMachine | undefined;
  try {
    if (await isOver(ports.objects, shard.of)) cancelled.abort();
    machine = await ports.machine?.(shard);
    const signals = machine === undefined ? [] : [machine.signal];
    const stopped = AbortSignal.any([signal, lease.lost, cancelled.signal, ...signals]);
    const askedMs = ports.clock.monotonicMs();
    const result = await workShard(ports, shard, { signal: stopped, leave: leave.signal });
    const ms = Math.round(ports.clock.monotonicMs() - askedMs);
    const next = await afterAsking(ports, leased, { result, ms, startedMs });
    if (next !== undefined) return next;
  } catch (error) {
    if (lease.lost.aborted || error instanceof LeaseLost) return undefined;
    if (signal.aborted) {
      await leased.giveBack(false);
      throw error;
    }
    if (cancelled.signal.aborted) {
      await dropCancelled(ports, leased);
      return undefined;
    }
    await dropUnanswerable(ports, leased, machine?.refused() ?? error);
  } finally {
    for (const one of watching) await one.end();
    await machine?.close();
  }
  await announce(ports, shard.of);
  return undefined;
}

/** Leaves the shard, or removes it from the queue. Undefined: it is removed. */
async function afterAsking(
  { log }: PoolPorts,
  leased: LeasedShard,
  { result, ms, startedMs }: { readonly result: ShardResult; readonly ms: number; readonly startedMs: number },
): Promise<Left | undefined> {
  const { entry, of, requests } = leased.shard;
  const { submission, suite, run, owner } = of;
  const fields = { submission, suite, run, owner, requests: requests.length, ms };
  const isYounger = (entryFacts(entry)?.encodedMs ?? 0) > startedMs;
  if (result === "otherSettings" && isYounger) {
    await leased.giveBack(false);
    return "outdated";
  }
  if (result === "left") {
    await leased.giveBack(false);
    log?.("info", "shard left to the next owner", fields);
    return "left";
  }
  await leased.done(); // a shard of earlier settings is dropped, and its run is encoded again
  if (result === "done") log?.("info", "shard answered", fields);
  return undefined;
}

async function dropCancelled(ports: PoolPorts, { shard: { of }, done }: LeasedShard): Promise<void> {
  await dropRun(ports.objects, of);
  await settlePaid(ports, of);
  await done();
}

/** @throws the error if the next worker must try the shard again */
async function dropUnanswerable({ objects }: PoolPorts, leased: LeasedShard, error: unknown): Promise<void> {
  const stop = stopOf(error, leased);
  if (stop === undefined) {
    await leased.giveBack(true);
    throw error;
  }
  await dropRun(objects, leased.shard.of, stop);
  await leased.done();
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

/** Aborts `found` when a look says so. */
function watch(
  { clock }: PoolPorts,
  {
    everyMs,
    afterMs = everyMs,
    look,
    found,
  }: {
    readonly everyMs: number;
    /** The time of the first look. */
    readonly afterMs?: number;
    readonly look: () => Promise<boolean>;
    readonly found: AbortController;
  },
) {
  const over = new AbortController();
  const watching = (async () => {
    for (let pauseMs = afterMs; ; pauseMs = everyMs) {
      await clock.sleep(pauseMs, over.signal);
      if (await look().catch(() => false)) return found.abort(); // after an error of the store the next look may succeed
    }
  })().catch(() => undefined); // the sleep was ended
  return {
    async end(): Promise<void> {
      over.abort();
      await watching;
    },
  };
}
