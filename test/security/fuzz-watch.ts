import { Worker } from "node:worker_threads";

export interface FuzzWatch {
  /** Call this before each input. */
  next(): void;
  stop(): void;
}

/** Runs in a thread of its own, because an input that is read for ever stops all others. It writes to the descriptor itself for the same reason. */
const WATCHER = `
const { workerData: { counter, seed, limitMs } } = require("node:worker_threads");
const seen = { input: 0, sinceMs: performance.now() };
setInterval(() => {
  const input = Atomics.load(counter, 0);
  if (input !== seen.input) Object.assign(seen, { input, sinceMs: performance.now() });
  if (input === 0 || performance.now() - seen.sinceMs < limitMs) return;
  require("node:fs").writeSync(2, "an input is read for more than " + limitMs + " ms, so this process ends; it repeats with MEDHELM_FUZZ_SEED=" + seed + " MEDHELM_FUZZ_PATH=" + (input - 1) + " and -t with the name of the test\\n");
  process.kill(process.pid, "SIGKILL");
}, Math.min(1000, limitMs / 4));
`;

/**
 * Ends the process, and prints the seed and the path of the input, when a reader needs longer than `limitMs` for an input. As long as nothing has
 * failed, fast-check's path of an input is its number from 0.
 */
export function startFuzzWatch(seed: number, limitMs: number): FuzzWatch {
  const counter = new Int32Array(new SharedArrayBuffer(4));
  const thread = new Worker(WATCHER, { eval: true, execArgv: [], workerData: { counter, seed, limitMs } });
  thread.unref();
  return { next: () => void Atomics.add(counter, 0, 1), stop: () => void thread.terminate() };
}
