import { z } from "zod";
import type { Clock, ObjectStore, StoredObject } from "../ports.ts";

/**
 * A lease gives each run one writer, over any object store with conditional writes (docs/architecture.md, rule 3). The
 * store's own clock decides the expiry, because a host's clock may be wrong. Correctness depends only on the lease,
 * never on signals.
 */
export const Holder = z.object({ host: z.string(), pid: z.int(), startedAt: z.string() });
export type Holder = z.infer<typeof Holder>;

const LeaseRecord = z.object({
  formatVersion: z.literal(1),
  nonce: z.string(),
  /** increases each time a sealed run is reopened: data of an older generation is outdated */
  generation: z.int(),
  state: z.enum(["held", "free"]),
  ttlMs: z.int(),
  renewals: z.int(),
  holder: Holder,
});
type LeaseRecord = z.infer<typeof LeaseRecord>;

export interface LeaseOptions {
  readonly objects: ObjectStore;
  readonly clock: Clock;
  readonly key: string;
  readonly ttlMs: number;
  readonly holder: Holder;
  /** Returns true only if the holder has certainly ended, e.g. another process has its number. The worker then does not wait for the expiry. */
  readonly holderIsGone?: (holder: Holder) => boolean;
}

export interface Lease {
  readonly generation: number;
  /** Aborts when the lease is lost or could not be renewed in time: the worker must stop writing at once. */
  readonly lost: AbortSignal;
  /**
   * Raises the generation of a reopened run to one more than the higher of the lease's own and `above`. The run's files may
   * contain a higher generation than the lease if the scratch files expired.
   * @throws LeaseLost
   */
  raiseGeneration(above?: number): Promise<number>;
  release(): Promise<void>;
}

export type Acquired =
  | { readonly kind: "held"; readonly lease: Lease }
  | { readonly kind: "taken"; readonly by: Holder };

/** Another worker continues the run. The run has not failed, and no answer is lost. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

/**
 * Acquires the lease, or returns its holder.
 * @throws the store's error if it can neither read nor write
 */
export async function acquireLease(options: LeaseOptions): Promise<Acquired> {
  const { objects, clock, key } = options;
  for (;;) {
    const startedMs = clock.monotonicMs();
    const found = await objects.get(key);
    const old = found === undefined ? undefined : parseRecord(found);
    if (found !== undefined && old !== undefined && !isFree(found, old, options.holderIsGone))
      return { kind: "taken", by: old.holder };
    const record: LeaseRecord = {
      formatVersion: 1,
      nonce: clock.randomUuid(),
      generation: old?.generation ?? 1,
      state: "held",
      ttlMs: options.ttlMs,
      renewals: 0,
      holder: options.holder,
    };
    const etag = await write(options, record, found?.etag);
    if (etag !== undefined) return { kind: "held", lease: keep(options, record, etag, startedMs) };
  }
}

/** Whether a worker holds the run: its lease is held, has not expired, and its holder is not known to be gone. */
export async function isLeaseHeld(
  objects: ObjectStore,
  key: string,
  holderIsGone?: LeaseOptions["holderIsGone"],
): Promise<boolean> {
  const found = await objects.get(key);
  return found !== undefined && !isFree(found, parseRecord(found), holderIsGone);
}

function textOf(object: StoredObject): string {
  return new TextDecoder().decode(object.body);
}

function parseRecord(object: StoredObject): LeaseRecord {
  return LeaseRecord.parse(JSON.parse(textOf(object)));
}

function isFree(found: StoredObject, record: LeaseRecord, holderIsGone: LeaseOptions["holderIsGone"]): boolean {
  return (
    record.state === "free" ||
    found.storeNowMs - found.lastModifiedMs > record.ttlMs ||
    holderIsGone?.(record.holder) === true
  );
}

const WRITES = 3;

/**
 * Returns the new etag, or undefined if another worker's record is stored. After a refusal or a lost reply it reads the
 * store: this exact record means success; an earlier record with our nonce, whose reply was lost too, is overwritten.
 * It does not use `updateJson`: the holder knows its etag, so a renewal is one put without a read and never overwrites a
 * takeover.
 */
async function write(
  { objects, key }: LeaseOptions,
  record: LeaseRecord,
  ifMatch: string | undefined,
): Promise<string | undefined> {
  const body = JSON.stringify(record);
  let etag = ifMatch;
  let failure: unknown = new Error(`${key} can be read, but not written`);
  for (let attempt = 0; attempt < WRITES; attempt++) {
    try {
      const put = await objects.put(key, body, etag === undefined ? { ifAbsent: true } : { ifMatch: etag });
      if (put.outcome === "written") return put.etag;
    } catch (error) {
      failure = error; // the reply was lost or the put did not take place; the read below shows which
    }
    const now = await objects.get(key);
    if (now !== undefined && textOf(now) === body) return now.etag;
    const isOurs = now !== undefined && parseRecord(now).nonce === record.nonce;
    if (!isOurs && now?.etag !== etag) return undefined;
    etag = now?.etag;
  }
  throw failure;
}

/**
 * Keeps a lease by renewing it. `startedMs` is the time before the write was sent, because the store counts the lease's
 * life from a moment after that.
 */
function keep(options: LeaseOptions, first: LeaseRecord, firstEtag: string, startedMs: number): Lease {
  const { clock, ttlMs } = options;
  const lost = new AbortController();
  const done = new AbortController();
  let record = first;
  let etag = firstEtag;
  let renewedAtMs = startedMs;
  let turn: Promise<unknown> = Promise.resolve();

  const update = (change: Partial<LeaseRecord>): Promise<boolean> => {
    const next = turn.then(async () => {
      if (lost.signal.aborted) return false;
      const sentMs = clock.monotonicMs();
      const wanted = { ...record, ...change, renewals: record.renewals + 1 };
      const written = await write(options, wanted, etag);
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
    while (!isOver()) {
      await clock.sleep(ttlMs / 4, done.signal);
      const renewed = await update({}).catch(() => undefined); // the next turn tries again, and `watch` sets the limit
      if (renewed === false && !isOver()) lose(TAKEN_OVER);
    }
  };
  // separate from `renew`: a store that never answers must not keep a worker from stopping
  const watch = async (): Promise<void> => {
    while (!isOver()) {
      const leftMs = renewedAtMs + ttlMs / 2 - clock.monotonicMs();
      if (leftMs <= 0) lose("the run's lease could not be renewed in time");
      else await clock.sleep(leftMs, done.signal);
    }
  };
  for (const loop of [renew, watch]) loop().catch(() => undefined); // only an aborted sleep rejects

  return {
    get generation() {
      return record.generation;
    },
    lost: lost.signal,
    async raiseGeneration(above = 0) {
      if (!(await update({ generation: Math.max(record.generation, above) + 1 }))) {
        lose(TAKEN_OVER);
        throw lost.signal.reason;
      }
      return record.generation;
    },
    async release() {
      done.abort();
      if (!lost.signal.aborted) await update({ state: "free" }).catch(() => undefined); // otherwise it expires
    },
  };
}

const TAKEN_OVER = "another worker took over the run";
