import { exitCodes } from "@medhelm/core/exit-codes";

/** A double signal within this time is one: the shim forwards what the terminal has already sent to the whole group. */
const ONE_SIGNAL_MS = 300;

/** Aborts at SIGINT or SIGTERM; a second SIGINT ends the process at once. Nothing is lost either way: answers are durable. */
export function interruptSignal(): { readonly signal: AbortSignal; dispose(): void } {
  const controller = new AbortController();
  let firstMs = 0;
  const stop = (signal: NodeJS.Signals): void => {
    if (!controller.signal.aborted) {
      firstMs = Date.now();
      controller.abort(new DOMException(`stopped by ${signal}`, "AbortError"));
    } else if (signal === "SIGINT" && Date.now() - firstMs > ONE_SIGNAL_MS) process.exit(exitCodes.killedByCtrlC);
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  return {
    signal: controller.signal,
    dispose() {
      process.off("SIGINT", stop);
      process.off("SIGTERM", stop);
    },
  };
}
