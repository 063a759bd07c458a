import { averageCoverage, averageMarkdown, averageMisses } from "./averages.ts";
import { bandCoverage, bandMarkdown, bandMisses } from "./band.ts";
import { coverageMarkdown, coverageTable, missesOf } from "./coverage.ts";
import { rareLosses, rareMarkdown, rareMisses } from "./rare-losses.ts";
import { runsCoverage, runsMarkdown } from "./coverage-of-runs.ts";
import { fewClusters, fewMarkdown, fewMisses } from "./few-clusters.ts";
import { gateErrors, gateMarkdown, gateMisses } from "./gate.ts";
import { FAMILY_SETTINGS, familyErrors, familyMarkdown, familyMisses } from "./family-wise.ts";

// Measures the statistics of a release on simulated data: node bench/statistics/run.ts [coverage | rare | few | average | family | band | gate] [data sets]
// Prints tables for docs/statistics.md, and exits with 1 where a promise of that page does not hold.

const [, , part = "coverage", count] = process.argv;
const SEED = 20_261_122;
const misses: string[] = [];

if (part === "coverage") {
  const table = coverageTable(SEED, Number(count ?? 5000));
  const runs = runsCoverage(SEED, Number(count ?? 5000));
  console.log(`${coverageMarkdown(table)}\n\n${runsMarkdown(runs)}`);
  misses.push(...missesOf(table));
  for (const { name, covered } of runs) if (covered < 93 || covered > 97.5) misses.push(`${name}: covers ${covered} %`);
}

if (part === "rare") {
  const table = rareLosses(SEED, Number(count ?? 5000));
  console.log(rareMarkdown(table));
  misses.push(...rareMisses(table));
}

if (part === "few") {
  const table = fewClusters(SEED, Number(count ?? 1000));
  console.log(fewMarkdown(table));
  misses.push(...fewMisses(table));
}

if (part === "average") {
  const table = averageCoverage(SEED, Number(count ?? 2000));
  console.log(averageMarkdown(table));
  misses.push(...averageMisses(table));
}

if (part === "family") {
  const table = familyErrors(SEED, Number(count ?? 2000), FAMILY_SETTINGS, (row) => console.error(JSON.stringify(row)));
  console.log(familyMarkdown(table));
  misses.push(...familyMisses(table));
}

if (part === "band") {
  const table = bandCoverage(SEED, Number(count ?? 100));
  console.log(bandMarkdown(table));
  misses.push(...bandMisses(table));
}

if (part === "gate") {
  const table = gateErrors(SEED, Number(count ?? 5000));
  console.log(gateMarkdown(table));
  misses.push(...gateMisses(table));
}

for (const miss of misses) console.error(miss);
if (misses.length > 0) process.exitCode = 1;
