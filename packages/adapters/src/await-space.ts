import type { Clock } from "@medhelm/core/ports";
import { isRefusedByDisk } from "@medhelm/core/writing-to";

/** How long a writer waits before the next try on a disk that takes no more data. */
const PAUSE_MS = 5_000;

export interface SpacePorts {
  readonly clock: Pick<Clock, "sleep">;
  /** Ends the wait: the error of the disk is thrown. */
  readonly signal: AbortSignal;
  /** Called for each try that the disk refused. */
  readonly refused?: ((error: Error) => void) | undefined;
}

/** Repeats `work` as long as the disk refuses it. */
export async function awaitSpace<T>(work: () => T | Promise<T>, { clock, signal, refused }: SpacePorts): Promise<T> {
  for (;;)
    try {
      return await work();
    } catch (error) {
      if (!isRefusedByDisk(error) || signal.aborted) throw error;
      refused?.(error);
      await clock.sleep(PAUSE_MS, signal).catch(() => undefined);
      if (signal.aborted) throw error;
    }
}
