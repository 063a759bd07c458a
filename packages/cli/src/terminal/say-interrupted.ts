/** The signals with which a user, a supervisor or the end of a terminal ends a command. Node ignores `nohup`. */
export const ENDING_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Says that a signal ends the process, in a command that does not handle signals itself. The process then ends by the signal, as it does without a
 * listener, so a shell reports 130, 143 or 129.
 * @param before called first, to print what is held back
 */
export function sayInterrupted(before: () => void): void {
  for (const name of ENDING_SIGNALS) {
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
}
