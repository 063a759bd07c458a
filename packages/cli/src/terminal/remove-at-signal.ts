import { spawn } from "node:child_process";
import { endingSignals } from "./say-interrupted.ts";

const REMOVE = "require('node:fs').rmSync(process.argv[1], { recursive: true, force: true })";

/**
 * Removes an unfinished folder or file when a signal ends the process, so that no text stays in a place that the user does not know. Another process
 * removes it, because a large folder takes seconds, and a user waits for the end of this one.
 * @returns a function that ends this
 */
export function removeAtSignal(path: string, signals: readonly NodeJS.Signals[] = endingSignals()): () => void {
  const stop = (): void => {
    for (const signal of signals) process.off(signal, remove);
  };
  const remove = (signal: NodeJS.Signals): void => {
    stop();
    spawn(process.execPath, ["-e", REMOVE, path], { detached: true, stdio: "ignore" }).unref();
    process.kill(process.pid, signal); // ends the process, as it does without a listener
  };
  for (const signal of signals) process.on(signal, remove);
  return stop;
}
