import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { runTask, type TaskCall } from "@medhelm/core/inference/tasks";
import type { ParallelMap } from "@medhelm/core/ports";

/** The path of task-thread.ts, or of task-thread.mjs next to the bundle (scripts/bundle.ts). */
const program = fileURLToPath(
  import.meta.url.endsWith(".ts")
    ? new URL("./task-thread.ts", import.meta.url)
    : new URL("./task-thread.mjs", import.meta.url),
);

/** Computes on this number of threads, which live as long as one call of the map. One thread is this one. The results do not depend on the number. */
export function threadMap(threads: number): ParallelMap {
  return async (calls) => {
    const count = Math.min(threads, calls.length);
    if (count < 2) return calls.map(runTask);
    const waiting = calls.entries();
    const results: Float64Array[] = [];
    const lane = async (worker: Worker): Promise<void> => {
      for (const [index, call] of waiting) results[index] = await compute(worker, call);
    };
    const workers = Array.from({ length: count }, () => new Worker(program));
    try {
      await Promise.all(workers.map(lane));
    } finally {
      await Promise.all(workers.map((worker) => worker.terminate()));
    }
    return results;
  };
}

/** @throws the thread's error, or an error if it ends without a result */
async function compute(worker: Worker, call: TaskCall): Promise<Float64Array> {
  const ended = new AbortController();
  const onExit = (code: number): void =>
    ended.abort(new Error(`a thread that computes statistics ended with code ${code}`));
  worker.once("exit", onExit);
  try {
    worker.postMessage(call);
    const [result]: unknown[] = await once(worker, "message", { signal: ended.signal });
    if (!(result instanceof Float64Array)) throw new Error("a thread that computes statistics gave no numbers");
    return result;
  } finally {
    worker.off("exit", onExit);
  }
}
