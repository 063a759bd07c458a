import { programBeside } from "./program-beside.ts";
import { THREAD_ARGUMENTS } from "./thread-arguments.ts";
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { mapHere } from "@medhelm/core/inference/map-here";
import { inputBuffers, runHere, stepsOf, type TaskCall } from "@medhelm/core/inference/tasks";
import type { ParallelMap } from "@medhelm/core/ports";

const program = programBeside(import.meta.url, "./task-thread.ts", "./task-thread.mjs");

/** Such a thread works in arrays outside of its heap, so that a larger young heap would only be 6 MB of memory. */
const YOUNG_HEAP = { maxYoungGenerationSizeMb: 2 };

/** These steps take less time than the start of a thread, which is 100 to 200 ms of processor time. */
const STEPS_HERE = 5_000_000;

/**
 * Computes on this number of threads, which live as long as one call of the map. This thread is one of them: it makes the calls, and computes only the
 * first steps, or all if it is the only one. The results do not depend on the numbers.
 */
export function threadMap(threads: number, stepsHere = STEPS_HERE): ParallelMap {
  if (threads < 2) return mapHere;
  return async (calls) => {
    let stepsLeft = stepsHere;
    const waiting = numbered(calls);
    const results: Float64Array[] = [];
    const workers: Worker[] = [];
    const lane = async (): Promise<void> => {
      let worker: Worker | undefined;
      for await (const [index, call] of waiting) {
        stepsLeft -= stepsOf(call);
        if (stepsLeft >= 0) {
          results[index] = runHere(call);
          continue;
        }
        if (worker === undefined)
          workers.push((worker = new Worker(program, { resourceLimits: YOUNG_HEAP, execArgv: THREAD_ARGUMENTS })));
        results[index] = await compute(worker, call);
      }
    };
    try {
      await Promise.all(Array.from({ length: threads - 1 }, lane));
    } finally {
      await Promise.all(workers.map((worker) => worker.terminate()));
    }
    return results;
  };
}

async function* numbered<T>(values: AsyncIterable<T> | Iterable<T>): AsyncGenerator<readonly [number, T]> {
  let index = 0;
  for await (const value of values) yield [index++, value];
}

/** @throws the thread's error, or an error if it ends without a result */
async function compute(worker: Worker, call: TaskCall): Promise<Float64Array> {
  const ended = new AbortController();
  const onExit = (code: number): void =>
    ended.abort(new Error(`a thread that computes statistics ended with code ${code}`));
  worker.once("exit", onExit);
  try {
    worker.postMessage(call, inputBuffers(call));
    const [result]: unknown[] = await once(worker, "message", { signal: ended.signal });
    if (!(result instanceof Float64Array)) throw new Error("a thread that computes statistics gave no numbers");
    return result;
  } finally {
    worker.off("exit", onExit);
  }
}
