import type { BenchmarkRun, DataSource, LoadedInstances } from "./benchmark.ts";
import { type InstanceList, packInstances } from "./instance-list.ts";

/** Loads a run's instances: packed, if there may be very many. */
export async function loadInstances(
  benchmark: Pick<BenchmarkRun, "load" | "stream">,
  data: DataSource,
): Promise<{ readonly instances: InstanceList; readonly sources: LoadedInstances["sources"] }> {
  const stream = benchmark.stream?.(data);
  if (stream === undefined) return benchmark.load(data);
  const instances = await packInstances(stream.instances);
  return { instances, sources: stream.sources() };
}
