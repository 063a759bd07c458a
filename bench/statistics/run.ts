import { coverageMarkdown, coverageTable, missesOf } from "./coverage.ts";
import { runsCoverage, runsMarkdown } from "./coverage-of-runs.ts";

// Measures the statistics of a release on simulated data: node bench/statistics/run.ts [coverage] [data sets]
// Prints tables for docs/statistics.md, and exits with 1 where a promise of that page does not hold.

const [, , part = "coverage", count = "5000"] = process.argv;
const SEED = 20_261_122;
const misses: string[] = [];

if (part === "coverage") {
  const table = coverageTable(SEED, Number(count));
  const runs = runsCoverage(SEED, Number(count));
  console.log(`${coverageMarkdown(table)}\n\n${runsMarkdown(runs)}`);
  misses.push(...missesOf(table));
  for (const { name, covered } of runs) if (covered < 93 || covered > 97.5) misses.push(`${name}: covers ${covered} %`);
}

for (const miss of misses) console.error(miss);
if (misses.length > 0) process.exitCode = 1;
