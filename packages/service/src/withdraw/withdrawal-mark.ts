import { basename } from "node:path/posix";
import { keys } from "@medhelm/core/store/object-keys";
import { getIfReadable } from "@medhelm/core/store/objects";
import type { Clock, ObjectStore } from "@medhelm/core/ports";
import { z } from "zod";
import { CONCURRENT_READS, mapBounded } from "../concurrency/map-bounded.ts";
import { listKeys } from "../release/list-keys.ts";

const Mark = z.object({ run: z.string() });

/** One run of a suite, or all of them, that a call deletes. */
export interface Withdrawal {
  readonly suite: string;
  readonly run?: string;
}

export interface WithdrawalMark {
  /** Removes the mark, unless another call has replaced it. */
  remove(): Promise<void>;
  /** As `remove`, if no earlier call has left its mark. */
  removeIfFirst(): Promise<void>;
}

/**
 * Marks a withdrawal, so that no release of the suite is planned. Each run has a mark of its own, so that an interrupted withdrawal keeps its mark
 * when another one ends. It replaces the mark of an interrupted call with the same target, and reads no mark, because one may be damaged.
 */
export async function putMark(
  { objects, clock }: { readonly objects: ObjectStore; readonly clock: Clock },
  { suite, run }: Withdrawal,
): Promise<WithdrawalMark> {
  const key = keys.withdrawal(suite, run);
  const at = new Date(clock.nowMs()).toISOString();
  // two calls write different bytes, because the etag of S3 is their hash
  const body = JSON.stringify({
    formatVersion: 1,
    at,
    call: clock.randomUuid(),
    ...(run === undefined ? {} : { run }),
  });
  for (;;) {
    const before = await objects.head(key);
    const put = await objects.put(key, body, before === undefined ? { ifAbsent: true } : { ifMatch: before.etag });
    if (put.outcome === "refused") continue;
    const remove = async (): Promise<void> => {
      await objects.delete(key, { ifMatch: put.etag });
      await objects.delete(keys.earlierWithdrawal(suite));
    };
    return { remove, removeIfFirst: async () => (before === undefined ? remove() : undefined) };
  }
}

/** The targets of all calls that have not ended. */
export async function unfinishedWithdrawals(objects: ObjectStore, suite: string): Promise<Withdrawal[]> {
  const found = await listKeys(objects, keys.withdrawals(suite));
  return mapBounded(found, CONCURRENT_READS, async (key) => {
    if (key === keys.withdrawal(suite)) return { suite };
    const run = (await getIfReadable(objects, key, Mark))?.run ?? basename(key, ".json");
    return { suite, run };
  });
}

/** The call that continues a withdrawal of a folder. A call on AWS names the buckets, too. */
export const withdrawCommand = ({ suite, run }: Withdrawal): string =>
  `medhelm withdraw --suite ${suite}${run === undefined ? "" : ` --run "${run}"`} --yes`;
