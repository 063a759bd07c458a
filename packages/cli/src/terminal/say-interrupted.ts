import { isatty } from "node:tty";

const STANDARD_STREAMS = [0, 1, 2];

/**
 * The signals with which a user, a supervisor or the end of a terminal ends a command. SIGHUP does not end a command without a terminal, such as one that
 * `nohup` starts. (`nohup` lets its program ignore SIGHUP, but Node resets this at its start.)
 */
export const endingSignals = (
  hasTerminal: boolean = STANDARD_STREAMS.some((stream) => isatty(stream)),
): readonly NodeJS.Signals[] => ["SIGINT", "SIGTERM", ...(hasTerminal ? (["SIGHUP"] as const) : [])];

/**
 * Says that a signal ends the process, in a command that does not handle signals itself. The process then ends by the signal, as it does without a
 * listener, so a shell reports 130, 143 or 129.
 * @param before called first, to print what is held back
 */
export function sayInterrupted(before: () => void, signals: readonly NodeJS.Signals[] = endingSignals()): void {
  for (const name of signals) {
    const end = (signal: NodeJS.Signals): void => {
      if (process.listenerCount(signal) > 1) return; // the command handles it
      process.off(name, end);
      before();
      // not by printMessage, whose code each command would load at its start
      process.stderr.write("medhelm: interrupted; run the same command again\n");
      process.kill(process.pid, signal);
    };
    process.on(name, end);
  }
  if (!signals.includes("SIGHUP")) process.on("SIGHUP", () => undefined); // a signal without a listener ends the process
}
