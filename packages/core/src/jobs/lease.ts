import type { Clock, ObjectStore, StoredObject } from "../ports.ts";
import { type HeldLease, type KeepLease, keepLease } from "./keep-lease.ts";
import { type Holder, type LeaseRecord, readLeaseRecord, writeLeaseRecord } from "./lease-record.ts";

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
  /**
   * Returns true only if the holder is a living process of this machine. Clocks of processes may differ by hours, so such a lease is not free at its
   * expiry. The worker waits for half of `ttlMs`, in which a living holder renews it.
   */
  readonly holderIsAlive?: (holder: Holder) => boolean;
  /** The highest term that other records name. A worker asks for it if the lease is damaged. */
  readonly highestTerm?: () => Promise<number>;
  /** Ends the wait for a living holder. */
  readonly signal?: AbortSignal;
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
  /** `by` is undefined if the lease is damaged: its holder may be alive until it expires. */
  | { readonly kind: "taken"; readonly by: Holder | undefined };

/** Above every term that a holder of the damaged lease can have had. */
const TERMS_AFTER_DAMAGE = 1000;
/** How long the holder of a damaged lease may be alive, at most. */
const UNKNOWN_TTL_MS = 60_000;

/**
 * Acquires the lease, or returns its holder.
 * @throws the store's error if it can neither read nor write; the signal's reason on abort
 */
export async function acquireLease(options: LeaseOptions): Promise<Acquired> {
  const { objects, clock, key } = options;
  /** The etag of a lease that has expired although its holder is alive. */
  let seen: string | undefined;
  for (;;) {
    const startedMs = clock.monotonicMs();
    const found = await objects.get(key);
    const old = found === undefined ? undefined : readLeaseRecord(found);
    const next = nextStep(options, found, old, seen);
    if (next === "leave") return { kind: "taken", by: old?.holder };
    if (next === "wait") {
      seen = found?.etag;
      await clock.sleep(options.ttlMs / 2, options.signal);
      continue;
    }
    const record = recordAfter(
      old,
      found === undefined || old !== undefined ? 0 : await termAfterDamage(options),
      options,
    );
    const etag = await writeLeaseRecord(objects, key, record, found?.etag);
    if (etag !== undefined) return { kind: "held", lease: leaseOf(options, { key, record, etag, startedMs }) };
  }
}

/** `seen`: the etag of the stored lease before the last wait. */
function nextStep(
  { holderIsGone, holderIsAlive }: LeaseOptions,
  found: StoredObject | undefined,
  old: LeaseRecord | undefined,
  seen: string | undefined,
): "leave" | "wait" | "take" {
  if (found === undefined) return "take";
  const isHeld = old?.state === "held";
  if (isHeld && seen !== undefined && seen !== found.etag) return "leave";
  if (!isFree(found, old, holderIsGone)) return "leave";
  return seen === undefined && isHeld && holderIsAlive?.(old.holder) === true ? "wait" : "take";
}

const termAfterDamage = async ({ highestTerm }: LeaseOptions): Promise<number> =>
  ((await highestTerm?.()) ?? 0) + TERMS_AFTER_DAMAGE;

/** The record of a new holder. `unknownTerm`: at least the term of a damaged record. */
const recordAfter = (
  old: LeaseRecord | undefined,
  unknownTerm: number,
  { clock, submission, ttlMs, holder }: LeaseOptions,
): LeaseRecord => ({
  formatVersion: 1,
  nonce: clock.randomUuid(),
  term: (old?.term ?? unknownTerm) + 1,
  ...(submission === undefined ? {} : { submission }),
  generation: old?.generation ?? 1,
  state: "held",
  ttlMs,
  renewals: 0,
  holder,
});

/**
 * Whether a worker holds the run. Either its holder is known to be alive, or the lease has not expired and its holder is not known to have ended.
 */
export async function isLeaseHeld(
  objects: ObjectStore,
  key: string,
  holderIsGone?: LeaseOptions["holderIsGone"],
  holderIsAlive?: LeaseOptions["holderIsAlive"],
): Promise<boolean> {
  const found = await objects.get(key);
  if (found === undefined) return false;
  const record = readLeaseRecord(found);
  if (record?.state === "held" && holderIsAlive?.(record.holder) === true) return true;
  return !isFree(found, record, holderIsGone);
}

/** Whether the last holder ended without freeing the lease, as a killed worker does. Ask only about a lease that is not held. */
export async function wasLeaseLeft(objects: ObjectStore, key: string): Promise<boolean> {
  const found = await objects.get(key);
  return found !== undefined && readLeaseRecord(found)?.state !== "free";
}

/** The term of the last holder, and the submission that it works for. The term is 0 if nobody has held the lease, or if it is damaged. */
export async function lastTerm(
  objects: ObjectStore,
  key: string,
): Promise<{ readonly term: number; readonly submission?: string }> {
  const found = await objects.get(key);
  return (found && readLeaseRecord(found)) ?? { term: 0 };
}

/** `record`: undefined if it is damaged. */
function isFree(
  found: StoredObject,
  record: LeaseRecord | undefined,
  holderIsGone: LeaseOptions["holderIsGone"],
): boolean {
  const ageMs = found.storeNowMs - found.lastModifiedMs;
  // its time may lie in the future of a folder, if the clock was wrong; no holder renews it then
  if (record === undefined) return Math.abs(ageMs) > UNKNOWN_TTL_MS;
  return record.state === "free" || ageMs > record.ttlMs || holderIsGone?.(record.holder) === true;
}

function leaseOf(options: LeaseOptions, held: HeldLease): Lease {
  const { term, nonce } = held.record;
  return { term, nonce, ...(options.keep ?? keepLease(options))(held) };
}
