import { randomStreams } from "@medhelm/core/inference/random-stream";
import { clusterSums } from "@medhelm/core/statistics/cluster-sums";
import { type ClusterRobust, robustOfSums } from "@medhelm/core/statistics/cluster-robust";
import { studentisedInterval } from "@medhelm/core/statistics/cluster-bootstrap";
import { meanInterval, type RunSample } from "@medhelm/core/statistics/mean-interval";
import { isUndefined } from "@medhelm/core/statistics/undefined";
import { type NextUniform, uniformStream } from "./data-sets.ts";

interface Design {
  readonly name: string;
  readonly truth: number;
  readonly draw: (count: number, next: NextUniform) => RunSample;
}

const normal = (next: NextUniform): number => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
const scored = (draw: (next: NextUniform) => number) => (count: number, next: NextUniform) => ({
  scores: Array.from({ length: count }, () => draw(next)),
});

/** A patient has 1 to 8 codes, each of which is right with a probability of 0.7. */
function ratios(count: number, next: NextUniform): RunSample {
  const ratio = Array.from({ length: count }, () => {
    const codes = 1 + Math.floor(8 * next());
    return { count: codes, sum: Array.from({ length: codes }, () => next() < 0.7).filter(Boolean).length };
  });
  return { scores: ratio.map(({ sum, count: codes }) => sum / codes), ratio };
}

const DESIGNS: readonly Design[] = [
  { name: "normal", truth: 0, draw: scored(normal) },
  { name: "exponential", truth: 1, draw: scored((next) => -Math.log(1 - next())) },
  { name: "7 in a fifth, else 0", truth: 1.4, draw: scored((next) => (next() < 0.2 ? 7 : 0)) },
  { name: "ratio of sums, 0.7", truth: 0.7, draw: ratios },
];
const CLUSTERS = [2, 3, 5, 10, 20, 29];
const REPLICATES = 1999;

interface Covered {
  readonly printed: number;
  readonly bootstrap: number;
}

interface FewRow {
  readonly name: string;
  readonly covered: readonly Covered[];
}

/** The coverage of the intervals of unbounded scores and ratios with few clusters, in %, of the data sets whose scores vary. */
export const fewClusters = (seed: number, dataSets: number): FewRow[] =>
  DESIGNS.map((design, row) => ({
    name: design.name,
    covered: CLUSTERS.map((count, column) =>
      coverageOf(design, count, uniformStream(seed, row * CLUSTERS.length + column), dataSets),
    ),
  }));

function coverageOf({ truth, draw }: Design, count: number, next: NextUniform, dataSets: number): Covered {
  let [all, printed, bootstrap] = [0, 0, 0];
  for (let i = 0; i < dataSets; i++) {
    const sample = draw(count, next);
    const streamOf = randomStreams(i, `few ${count}`);
    const interval = meanInterval([sample], { range: undefined, streamOf });
    if (isUndefined(interval)) continue;
    all++;
    if (interval.low <= truth && truth <= interval.high) printed++;
    const alone = bootstrapAlone(sample, streamOf);
    if (alone !== undefined && alone.low <= truth && truth <= alone.high) bootstrap++;
  }
  return { printed: (100 * printed) / all, bootstrap: (100 * bootstrap) / all };
}

function bootstrapAlone({ scores, ratio }: RunSample, streamOf: (replicate: number) => (below: number) => number) {
  const sums = ratio ?? clusterSums(scores);
  const replicates = Array.from({ length: REPLICATES }, (_, replicate): ClusterRobust[] => {
    const next = streamOf(replicate);
    const drawn = robustOfSums(sums.flatMap(() => sums[next(sums.length)] ?? []));
    return drawn === undefined ? [] : [drawn];
  }).flat();
  const own = robustOfSums(sums);
  return own && studentisedInterval(own, replicates, 0.95);
}

/** Student's t is known to cover too little for few skewed scores, but not as little as the bootstrap. */
const LEAST = 88;

export const fewMisses = (table: readonly FewRow[]): string[] =>
  table.flatMap(({ name, covered }) =>
    covered.flatMap(({ printed }, i) =>
      printed < LEAST ? [`${name}, ${CLUSTERS[i]} clusters: covers ${printed} %`] : [],
    ),
  );

export const fewMarkdown = (table: readonly FewRow[]): string =>
  [
    `| coverage, % (bootstrap alone) | ${CLUSTERS.map((count) => `${count} clusters`).join(" | ")} |`,
    `|---|${CLUSTERS.map(() => "---|").join("")}`,
    ...table.map(
      ({ name, covered }) =>
        `| ${name} | ${covered.map(({ printed, bootstrap }) => `${printed.toFixed(1)} (${bootstrap.toFixed(1)})`).join(" | ")} |`,
    ),
  ].join("\n");
