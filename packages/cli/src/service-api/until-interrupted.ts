import { interruptSignal } from "../terminal/interrupt-signal.ts";
import { printMessage } from "../terminal/print-message.ts";

/**
 * Waits for work of a service. A Ctrl-C ends the waiting and not the work.
 * @param goesOn printed after a Ctrl-C: the work that goes on, and the command that shows it
 * @returns undefined after a Ctrl-C
 */
export async function untilInterrupted<T>(
  wait: (signal: AbortSignal) => Promise<T>,
  goesOn: string,
): Promise<T | undefined> {
  const stop = interruptSignal();
  try {
    return await wait(stop.signal);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    printMessage(goesOn);
    return undefined;
  } finally {
    stop.dispose();
  }
}
