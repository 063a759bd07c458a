import { type TestedPairs, testPairs } from "./pair-tests.ts";
import { type ReplicateColumn, replicateColumn } from "./replicate-column.ts";

/** A pure computation that another thread can do: its input has only plain data and typed arrays. */
export type TaskCall =
  | { readonly task: "replicateColumn"; readonly input: ReplicateColumn }
  | { readonly task: "testPairs"; readonly input: TestedPairs };

/** The large arrays of a call's input, which another thread can take over. */
export function inputBuffers({ task, input }: TaskCall): ArrayBuffer[] {
  const arrays =
    task === "replicateColumn" ? input.runs.flatMap(({ sums, counts }) => [sums, counts]) : [input.replicates];
  return arrays.flatMap(({ buffer }) => (buffer instanceof ArrayBuffer ? [buffer] : []));
}

/** The array of a result, which the calling thread can take over. */
export const resultBuffers = ({ buffer }: Float64Array): ArrayBuffer[] =>
  buffer instanceof ArrayBuffer ? [buffer] : [];

/** Frees the large arrays now. The garbage collector sees only their small objects, and would let tens of megabytes wait. */
export function freeInput(call: TaskCall): void {
  for (const buffer of inputBuffers(call)) buffer.transfer(0);
}

/** The number of times that a call's innermost loop runs, each of which takes some nanoseconds. */
export const stepsOf = ({ task, input }: TaskCall): number =>
  task === "replicateColumn"
    ? input.replicates * input.runs.reduce((sum, { sums }) => sum + sums.length, 0)
    : input.replicates.length * input.values.length;

/** Computes a call in this thread and frees its input. */
export function runHere(call: TaskCall): Float64Array {
  const result = runTask(call);
  freeInput(call);
  return result;
}

export function runTask(call: TaskCall): Float64Array {
  return call.task === "replicateColumn" ? replicateColumn(call.input) : testPairs(call.input);
}
