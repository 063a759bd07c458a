import type { Instance } from "@medhelm/core/helm/instance";
import type { BenchmarkRun, OnProblem } from "@medhelm/core/run/benchmark";

/**
 * Reads all rows of a custom benchmark and keeps none, so that a damaged row is found before the first run.
 * @throws UserError with file and line, unless `onProblem` takes it
 */
export async function readRows(
  benchmark: BenchmarkRun,
  onProblem?: OnProblem,
): Promise<{ readonly first: Instance | undefined; readonly count: number }> {
  let first: Instance | undefined;
  let count = 0;
  for await (const instance of benchmark.stream?.(NO_DATA, onProblem).instances ?? []) {
    first ??= instance;
    count++;
  }
  return { first, count };
}

/** No data sets: a custom benchmark reads only its own files. */
const NO_DATA = {
  read: () => Promise.reject(new Error("a custom benchmark has no data set")),
  open: () => Promise.resolve(undefined),
};
