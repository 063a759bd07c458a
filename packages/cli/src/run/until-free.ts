import { isLeaseHeld, type LeaseOptions } from "@medhelm/core/jobs/lease";
import { keys } from "@medhelm/core/store/object-keys";
import type { Clock, ObjectStore } from "@medhelm/core/ports";

/** A lease is a small local file, so the look costs nothing. */
const LOOK_EVERY_MS = 1000;

export interface Taken {
  readonly objects: ObjectStore;
  readonly clock: Clock;
  readonly suite: string;
  readonly holderIsGone?: LeaseOptions["holderIsGone"];
}

/** Waits until another process has left at least one of the runs, and returns the runs that are free. @throws the signal's reason */
export async function untilFree(
  { objects, clock, suite, holderIsGone }: Taken,
  runs: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  for (;;) {
    signal.throwIfAborted();
    const free = new Set<string>();
    for (const run of runs) if (!(await isLeaseHeld(objects, keys.lease(suite, run), holderIsGone))) free.add(run);
    if (free.size > 0) return free;
    await clock.sleep(LOOK_EVERY_MS, signal);
  }
}
