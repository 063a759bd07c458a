import type { Spill } from "../../ports.ts";
import type { BenchmarkRun, DataSource, LoadedInstances } from "../benchmark.ts";
import { type InstanceList, packInstances } from "./instance-list.ts";

/** Loads a run's instances. If there may be very many, they are packed, and `spill` keeps them outside of memory. */
export async function loadInstances(
  benchmark: Pick<BenchmarkRun, "load" | "stream">,
  data: DataSource,
  spill?: Spill,
): Promise<Pick<LoadedInstances, "sources" | "groups" | "readImage"> & { readonly instances: InstanceList }> {
  const stream = benchmark.stream?.(data);
  if (stream === undefined) return benchmark.load(data);
  const instances = await packInstances(stream.instances, spill);
  const { readImage } = stream;
  return { instances, sources: stream.sources(), ...(readImage === undefined ? {} : { readImage }) };
}
