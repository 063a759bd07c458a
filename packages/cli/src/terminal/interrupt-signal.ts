import { exitCodes } from "@medhelm/core/exit-codes";
import { endingSignals } from "./say-interrupted.ts";

/** Two signals within this time count as one: the terminal signals the whole process group, and the shim forwards its signal. */
const ONE_SIGNAL_MS = 300;

let received = false;

/** Whether a signal has interrupted the work of this process. */
export const wasInterrupted = (): boolean => received;

/** Aborts at SIGINT, SIGTERM or the end of the terminal. A second SIGINT ends the process at once. Neither loses answers, because each is stored when it arrives. */
export function interruptSignal(signals: readonly NodeJS.Signals[] = endingSignals()): {
  readonly signal: AbortSignal;
  dispose(): void;
} {
  const controller = new AbortController();
  let firstMs = 0;
  const stop = (signal: NodeJS.Signals): void => {
    if (!controller.signal.aborted) {
      firstMs = Date.now();
      received = true;
      controller.abort(new DOMException(`stopped by ${signal}`, "AbortError"));
    } else if (signal === "SIGINT" && Date.now() - firstMs > ONE_SIGNAL_MS) process.exit(exitCodes.killedByCtrlC);
  };
  for (const name of signals) process.on(name, stop);
  return {
    signal: controller.signal,
    dispose() {
      for (const name of signals) process.off(name, stop);
    },
  };
}
