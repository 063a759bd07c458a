import type { Clock, ObjectStore, StoredObject } from "../ports.ts";
import { type HeldLease, type KeepLease, keepLease } from "./keep-lease.ts";
import { type Holder, type LeaseRecord, parseLeaseRecord, writeLeaseRecord } from "./lease-record.ts";

export { LeaseLost } from "./keep-lease.ts";
export { Holder } from "./lease-record.ts";

/**
 * A lease gives each run one writer, over any object store with conditional writes (docs/architecture.md, rule 3). The
 * store's own clock decides the expiry, because a host's clock may be wrong. Correctness depends only on the lease,
 * never on signals.
 */
export interface LeaseOptions {
  readonly objects: ObjectStore;
  readonly clock: Clock;
  readonly key: string;
  readonly ttlMs: number;
  readonly holder: Holder;
  /** the submission that the holder works for */
  readonly submission?: string;
  /** Returns true only if the holder has certainly ended, e.g. another process has its number. The worker then does not wait for the expiry. */
  readonly holderIsGone?: (holder: Holder) => boolean;
  /** Renews the lease; absent: in this thread, which must not block for longer than half of `ttlMs`. */
  readonly keep?: KeepLease;
}

export interface Lease {
  /** One more than the term of the last holder. */
  readonly term: number;
  /** Unguessable, and different for each acquisition. */
  readonly nonce: string;
  /** Aborts when the lease is lost or could not be renewed in time: the worker must stop writing at once. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

export type Acquired =
  | { readonly kind: "held"; readonly lease: Lease }
  | { readonly kind: "taken"; readonly by: Holder };

/**
 * Acquires the lease, or returns its holder.
 * @throws the store's error if it can neither read nor write
 */
export async function acquireLease(options: LeaseOptions): Promise<Acquired> {
  const { objects, clock, key } = options;
  for (;;) {
    const startedMs = clock.monotonicMs();
    const found = await objects.get(key);
    const old = found === undefined ? undefined : parseLeaseRecord(found);
    if (found !== undefined && old !== undefined && !isFree(found, old, options.holderIsGone))
      return { kind: "taken", by: old.holder };
    const record: LeaseRecord = {
      formatVersion: 1,
      nonce: clock.randomUuid(),
      term: (old?.term ?? 0) + 1,
      ...(options.submission === undefined ? {} : { submission: options.submission }),
      generation: old?.generation ?? 1,
      state: "held",
      ttlMs: options.ttlMs,
      renewals: 0,
      holder: options.holder,
    };
    const etag = await writeLeaseRecord(objects, key, record, found?.etag);
    if (etag !== undefined) return { kind: "held", lease: leaseOf(options, { key, record, etag, startedMs }) };
  }
}

/** Whether a worker holds the run: its lease is held, has not expired, and its holder is not known to be gone. */
export async function isLeaseHeld(
  objects: ObjectStore,
  key: string,
  holderIsGone?: LeaseOptions["holderIsGone"],
): Promise<boolean> {
  const found = await objects.get(key);
  return found !== undefined && !isFree(found, parseLeaseRecord(found), holderIsGone);
}

/** Whether the last holder ended without freeing the lease, as a killed worker does. Ask only about a lease that is not held. */
export async function wasLeaseLeft(objects: ObjectStore, key: string): Promise<boolean> {
  const found = await objects.get(key);
  return found !== undefined && parseLeaseRecord(found).state === "held";
}

/** The term of the last holder, and the submission that it works for. The term is 0 if nobody has held the lease. */
export async function lastTerm(
  objects: ObjectStore,
  key: string,
): Promise<{ readonly term: number; readonly submission?: string }> {
  const found = await objects.get(key);
  return found === undefined ? { term: 0 } : parseLeaseRecord(found);
}

function isFree(found: StoredObject, record: LeaseRecord, holderIsGone: LeaseOptions["holderIsGone"]): boolean {
  return (
    record.state === "free" ||
    found.storeNowMs - found.lastModifiedMs > record.ttlMs ||
    holderIsGone?.(record.holder) === true
  );
}

function leaseOf(options: LeaseOptions, held: HeldLease): Lease {
  const { term, nonce } = held.record;
  return { term, nonce, ...(options.keep ?? keepLease(options))(held) };
}
