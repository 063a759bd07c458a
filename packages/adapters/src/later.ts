import type { Clock } from "@medhelm/core/ports";

/** Calls `act` after this time, unless `cancelled` aborts before. */
export async function later(
  clock: Pick<Clock, "sleep">,
  ms: number,
  cancelled: AbortSignal,
  act: () => void,
): Promise<void> {
  try {
    await clock.sleep(ms, cancelled);
  } catch (error) {
    if (cancelled.aborted) return;
    throw error;
  }
  act();
}
