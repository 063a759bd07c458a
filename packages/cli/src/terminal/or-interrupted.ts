import { onAbort } from "@medhelm/core/run/asking/on-abort";
import type { Clock } from "@medhelm/core/ports";

/** The time in which work that receives the interrupt stops and releases its leases. */
const GRACE_MS = 400;

/**
 * Waits for `work`, and after an interrupt no longer than 0.4 s. Some steps do not receive it: scoring and sealing a run, loading an encoder, or
 * writing to a slow disk. Their half-written files are those of a killed process.
 * @throws the signal's reason
 */
export async function orInterrupted<T>(work: Promise<T>, signal: AbortSignal, clock: Pick<Clock, "sleep">): Promise<T> {
  const interrupted = Promise.withResolvers<never>();
  const stopWaiting = onAbort(signal, () => {
    void clock.sleep(GRACE_MS).then(() => interrupted.reject(signal.reason));
  });
  work.catch(() => undefined); // nobody waits for it after an interrupt
  interrupted.promise.catch(() => undefined); // also if the work has ended in time
  try {
    return await Promise.race([work, interrupted.promise]);
  } finally {
    stopWaiting();
  }
}
