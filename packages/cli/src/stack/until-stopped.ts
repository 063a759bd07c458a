import { interruptSignal } from "../terminal/interrupt-signal.ts";

/** Waits for Ctrl-C or SIGTERM, and then closes. @returns the exit code */
export async function untilStopped(running: { close(): Promise<void> }): Promise<number> {
  const stop = interruptSignal();
  const keepAlive = setInterval(() => undefined, 1 << 30);
  await new Promise<void>((resolve) => {
    if (stop.signal.aborted) resolve();
    stop.signal.addEventListener("abort", () => resolve(), { once: true });
  });
  clearInterval(keepAlive);
  process.stderr.write("\nstopping; all work is kept\n");
  await running.close();
  stop.dispose();
  return 0;
}
