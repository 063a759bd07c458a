import { printMessage } from "./print-message.ts";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/**
 * Says that a signal ends the process, in a command that does not handle signals itself. The process then ends by the signal, as it does without a
 * listener, so a shell reports 130 or 143.
 * @param before called first, to print what is held back
 */
export function sayInterrupted(before: () => void): void {
  for (const name of SIGNALS) {
    const end = (signal: NodeJS.Signals): void => {
      if (process.listenerCount(signal) > 1) return; // the command handles it
      process.off(name, end);
      before();
      printMessage("interrupted; run the same command again");
      process.kill(process.pid, signal);
    };
    process.on(name, end);
  }
}
