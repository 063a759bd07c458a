import type { BenchmarkRun, EntryArgs } from "../benchmark.ts";
import type { ExpandOptions } from "./expand.ts";

/** Settles a benchmark once for all entries with equal arguments, because each time may read and check its files. */
export function settleOnce(settle: ExpandOptions["settle"]): ExpandOptions["settle"] {
  const settled = new Map<string, Promise<BenchmarkRun>>();
  return (name: string, args: EntryArgs) => {
    const id = JSON.stringify([name, ...Object.entries(args).map(([key, value]) => [key, typeof value, `${value}`])]);
    const there = settled.get(id) ?? settle(name, args);
    settled.set(id, there);
    return there;
  };
}
