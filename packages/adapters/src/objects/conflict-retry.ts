import type { Clock, ObjectStore } from "@medhelm/core/ports";
import { isStream } from "./object-body.ts";

/** HTTP 409 of a conditional write: another write to the key was under way, and this one did not take place. */
export class ConflictError extends Error {
  override readonly name = "ConflictError";
}

const ATTEMPTS = 8;
const FIRST_DELAY_MS = 50;

/**
 * Asks again where the store throws ConflictError: up to 8 times, from 50 ms doubling, with jitter (6 s in all). Safe because such
 * a write did not take place; any other error leaves that open and is passed on.
 */
export async function retryConflicts<T>(clock: Pick<Clock, "sleep" | "random">, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ConflictError) || attempt === ATTEMPTS) throw error;
      await clock.sleep(FIRST_DELAY_MS * 2 ** (attempt - 1) * (0.5 + clock.random() / 2));
    }
  }
}

/** A streamed body cannot be sent twice: its conflict is passed on too. */
export function withConflictRetry(store: ObjectStore, clock: Clock): ObjectStore {
  const retry = <T>(work: () => Promise<T>) => retryConflicts(clock, work);
  return {
    ...store,
    put: (key, body, condition) =>
      isStream(body) ? store.put(key, body, condition) : retry(() => store.put(key, body, condition)),
    copy: (from, to) => retry(() => store.copy(from, to)),
    delete: (key, condition) => retry(() => store.delete(key, condition)),
  };
}
