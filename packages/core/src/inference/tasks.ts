import type { ParallelMap } from "../ports.ts";
import { type Replicated, testPairs } from "./pair-tests.ts";
import { type ReplicateColumn, replicateColumn } from "./replicate-column.ts";

/** A pure computation that another thread can do: its input has only plain data and typed arrays. */
export type TaskCall =
  | { readonly task: "replicateColumn"; readonly input: ReplicateColumn }
  | { readonly task: "testPairs"; readonly input: Replicated };

/** Computes in this thread. */
export const mapHere: ParallelMap = async (calls) => {
  const results: Float64Array[] = [];
  for await (const call of calls) results.push(runTask(call));
  return results;
};

export function runTask(call: TaskCall): Float64Array {
  return call.task === "replicateColumn" ? replicateColumn(call.input) : testPairs(call.input);
}
