import { findBenchmark, isBenchmarkName } from "@medhelm/benchmarks/registry";
import type { DataFile } from "@medhelm/core/run/benchmark";

/** Returns a function that names a file before its download, with the licence of its benchmark once. */
export function licenceSayer(say: (message: string) => void): (file: DataFile) => Promise<void> {
  const said = new Set<string>();
  return async ({ path, url, benchmark }) => {
    say(`downloading ${path} from ${url}`);
    if (benchmark === undefined || said.has(benchmark) || !isBenchmarkName(benchmark)) return;
    said.add(benchmark);
    const { card } = await findBenchmark(benchmark);
    say(`${benchmark}: licence ${card.licence}; source ${card.source}`);
  };
}
