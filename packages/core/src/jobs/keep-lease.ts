import type { Clock, ObjectStore } from "../ports.ts";
import { type LeaseRecord, writeLeaseRecord } from "./lease-record.ts";

/** Another worker continues the run. The run has not failed, and no answer is lost. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

/** Renewals in a lease's lifetime. */
const RENEWALS = 4;
/** A renewal that failed is repeated earlier, because a worker stops after half of the lifetime. */
const RETRIES = 16;

/** A lease that this process has just written. */
export interface HeldLease {
  readonly key: string;
  readonly record: LeaseRecord;
  readonly etag: string;
  /** Monotonic time before the write was sent, because the store counts the lease's life from a moment after that. */
  readonly startedMs: number;
}

/** Renews one lease. It is the only writer of the lease's object. */
export interface LeaseKeeper {
  /** Aborts with LeaseLost when the lease is lost or could not be renewed in time. */
  readonly lost: AbortSignal;
  /** Stops the renewal and frees the lease. It never throws: a lease that cannot be freed expires. */
  release(): Promise<void>;
}
export type KeepLease = (held: HeldLease) => LeaseKeeper;

export interface KeepLeasePorts {
  readonly objects: ObjectStore;
  readonly clock: Clock;
}

/**
 * Renews leases in this thread. A blocked event loop loses them: a worker of large runs uses a thread of its own
 * (`leaseThread` of the adapters). `giveUp` aborts: the lease counts as lost and expires.
 */
export const keepLease =
  ({ objects, clock }: KeepLeasePorts, giveUp?: AbortSignal): KeepLease =>
  (held) => {
    const { key } = held;
    const { ttlMs } = held.record;
    const lost = new AbortController();
    const done = new AbortController();
    let { record, etag } = held;
    let renewedAtMs = held.startedMs;
    let turn: Promise<unknown> = Promise.resolve();
    let failure = "";

    const update = (change: Partial<LeaseRecord>): Promise<boolean> => {
      const next = turn.then(async () => {
        if (lost.signal.aborted) return false;
        const sentMs = clock.monotonicMs();
        const wanted = { ...record, ...change, renewals: record.renewals + 1 };
        const written = await writeLeaseRecord(objects, key, wanted, etag);
        if (written === undefined) return false;
        record = wanted;
        etag = written;
        renewedAtMs = sentMs;
        return true;
      });
      turn = next.catch(() => undefined);
      return next;
    };
    const lose = (why: string): void => lost.abort(new LeaseLost(why));
    const isOver = (): boolean => done.signal.aborted || lost.signal.aborted;

    const renew = async (): Promise<void> => {
      let renewed: boolean | undefined = true;
      while (!isOver()) {
        // counted from the last renewal, because a thread of a busy machine may start late
        const dueMs = renewed === undefined ? ttlMs / RETRIES : renewedAtMs + ttlMs / RENEWALS - clock.monotonicMs();
        await clock.sleep(Math.max(0, dueMs), done.signal);
        renewed = await update({}).catch((error: unknown) => {
          failure = `: ${error instanceof Error ? error.message : String(error)}`; // the next turn tries again, and `watch` sets the limit
          return undefined;
        });
        if (renewed === false && !isOver()) lose("another worker took over the run");
      }
    };
    // separate from `renew`: a store that never answers must not keep a worker from stopping
    const watch = async (): Promise<void> => {
      let dueMs = held.startedMs;
      let lateAtMs: number | undefined;
      while (!isOver()) {
        const nowMs = clock.monotonicMs();
        // Ctrl-Z or a busy machine stopped this thread too: `renew` has a moment to find out whether the lease is still its own
        const isLate = nowMs - dueMs > ttlMs / RETRIES && lateAtMs !== renewedAtMs;
        if (isLate) lateAtMs = renewedAtMs;
        const leftMs = isLate ? ttlMs / RENEWALS : renewedAtMs + ttlMs / 2 - nowMs;
        dueMs = nowMs + leftMs;
        if (leftMs <= 0) lose(`the run's lease could not be renewed in time${failure}`);
        else await clock.sleep(leftMs, done.signal);
      }
    };
    for (const loop of [renew, watch]) loop().catch(() => undefined); // only an aborted sleep rejects
    giveUp?.addEventListener("abort", () => lose(String(giveUp.reason)), { signal: done.signal });

    return {
      lost: lost.signal,
      async release() {
        done.abort();
        if (!lost.signal.aborted) await update({ state: "free" }).catch(() => undefined); // otherwise it expires
      },
    };
  };
