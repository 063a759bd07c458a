import type { Clock } from "@medhelm/core/ports";

/** HTTP 409 of a conditional write: another write to the key was in progress, so this one did not happen. */
export class ConflictError extends Error {
  override readonly name = "ConflictError";
}

const ATTEMPTS = 8;
const FIRST_DELAY_MS = 50;

/**
 * Calls `work` up to 8 times while it throws ConflictError. The waits start at 50 ms and double, with jitter (6 s in total). A retry is
 * safe, because a write with a conflict did not happen. After any other error the write may have happened, so the error is rethrown.
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
