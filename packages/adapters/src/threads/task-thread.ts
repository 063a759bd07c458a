/** A thread that computes calls, one after the other (thread-map.ts). */
import { parentPort } from "node:worker_threads";
import { freeInput, resultBuffers, runTask, type TaskCall } from "@medhelm/core/inference/tasks";

// The main thread of the same program posts the calls, so their form is known.
parentPort?.on("message", (call: TaskCall) => {
  const result = runTask(call);
  parentPort?.postMessage(result, resultBuffers(result));
  freeInput(call);
});
