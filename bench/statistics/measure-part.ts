import { averageCoverage, averageMarkdown, averageMisses } from "./averages.ts";
import { bandCoverage, bandMarkdown, bandMisses } from "./band.ts";
import { runsCoverage, runsMarkdown } from "./coverage-of-runs.ts";
import { coverageMarkdown, coverageTable, missesOf } from "./coverage.ts";
import { FAMILY_SETTINGS, familyErrors, familyMarkdown, familyMisses } from "./family-wise.ts";
import { fewClusters, fewMarkdown, fewMisses } from "./few-clusters.ts";
import { gateErrors, gateMarkdown, gateMisses } from "./gate.ts";
import type { Part } from "./parts.ts";
import { rareLosses, rareMarkdown, rareMisses } from "./rare-losses.ts";

const SEED = 20_261_122;

interface MeasuredPart {
  readonly text: string;
  /** Promises that do not hold. */
  readonly misses: readonly string[];
}

const MEASURES: Readonly<Record<Part, (dataSets?: number) => MeasuredPart>> = {
  coverage(dataSets = 5000) {
    const table = coverageTable(SEED, dataSets);
    const runs = runsCoverage(SEED, dataSets);
    const outside = runs.filter(({ covered }) => covered < 93 || covered > 97.5);
    return {
      text: `${coverageMarkdown(table)}\n\n${runsMarkdown(runs)}`,
      misses: [...missesOf(table), ...outside.map(({ name, covered }) => `${name}: covers ${covered} %`)],
    };
  },
  rare(dataSets = 5000) {
    const table = rareLosses(SEED, dataSets);
    return { text: rareMarkdown(table), misses: rareMisses(table) };
  },
  few(dataSets = 1000) {
    const table = fewClusters(SEED, dataSets);
    return { text: fewMarkdown(table), misses: fewMisses(table) };
  },
  average(dataSets = 2000) {
    const table = averageCoverage(SEED, dataSets);
    return { text: averageMarkdown(table), misses: averageMisses(table) };
  },
  family(dataSets = 2000) {
    const table = familyErrors(SEED, dataSets, FAMILY_SETTINGS, (row) => console.error(JSON.stringify(row)));
    return { text: familyMarkdown(table), misses: familyMisses(table) };
  },
  band(dataSets = 100) {
    const table = bandCoverage(SEED, dataSets);
    return { text: bandMarkdown(table), misses: bandMisses(table) };
  },
  gate(dataSets = 5000) {
    const table = gateErrors(SEED, dataSets);
    return { text: gateMarkdown(table), misses: gateMisses(table) };
  },
};

/** Measures a part on simulated data, with the usual number of data sets unless it is given. */
export const measurePart = (part: Part, dataSets?: number): MeasuredPart => MEASURES[part](dataSets);
