import type { ParallelMap } from "../ports.ts";
import { runHere } from "./tasks.ts";

/** Computes in this thread. */
export const mapHere: ParallelMap = async (calls) => {
  const results: Float64Array[] = [];
  for await (const call of calls) results.push(runHere(call));
  return results;
};
