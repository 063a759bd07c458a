import { later } from "@medhelm/adapters/later";
import { systemClock } from "@medhelm/adapters/system-clock";
import type { Clock } from "@medhelm/core/ports";
import { exitCodes } from "@medhelm/core/exit-codes";
import { interruptSignal } from "../terminal/interrupt-signal.ts";

/** A user waits no longer for the end. The next start continues the unfinished work, as after a SIGKILL. */
const CLOSE_MS = 700;

interface Ending {
  readonly clock: Pick<Clock, "sleep">;
  readonly exit: (code: number) => void;
}

const HERE: Ending = { clock: systemClock, exit: (code) => process.exit(code) };

/** Waits for Ctrl-C, SIGTERM or the end of the terminal, and then closes; ends the process if that takes too long. @returns the exit code */
export async function untilStopped(running: { close(): Promise<void> }, ending: Ending = HERE): Promise<number> {
  const stop = interruptSignal();
  const keepAlive = setInterval(() => undefined, 1 << 30);
  await new Promise<void>((resolve) => {
    if (stop.signal.aborted) resolve();
    stop.signal.addEventListener("abort", () => resolve(), { once: true });
  });
  clearInterval(keepAlive);
  process.stderr.write("\nstopping; all work is kept\n");
  await closeSoon(running, exitCodes.success, ending);
  stop.dispose();
  return exitCodes.success;
}

/** Closes, and ends the process with `code` if that takes too long. */
export async function closeSoon(
  running: { close(): Promise<void> },
  code: number,
  { clock, exit }: Ending = HERE,
): Promise<void> {
  const closed = new AbortController();
  void later(clock, CLOSE_MS, closed.signal, () => exit(code));
  await running.close().finally(() => closed.abort());
}
