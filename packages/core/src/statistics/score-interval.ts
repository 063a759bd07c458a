import { type BoundedInterval, boundedInterval, type BoundedScores } from "./bounded-interval.ts";
import { type ClusterSum, clusterSums } from "./cluster-sums.ts";
import { normalCdf } from "./distributions.ts";
import { findZero } from "./find-zero.ts";
import type { Interval } from "./interval.ts";
import { mean } from "./mean.ts";

export interface ScoreInterval extends Omit<BoundedInterval, "method"> {
  /** "jeffreys": scores other than 0 and 1 */
  readonly method: BoundedInterval["method"] | "jeffreys";
  /** the limits of `boundedInterval`; only for "jeffreys" */
  readonly wilsonForm?: Interval;
}

/**
 * Returns the interval that is printed with the mean of bounded scores. 0 and 1: `boundedInterval`. Other scores, such as a jury's: the Bayesian
 * bootstrap of whole clusters (Rubin 1981) with half a score at each bound. For scores of 0 and 1 it is Jeffreys' interval. A sample of very good
 * answers seldom contains the few bad ones, and Wilson's form then covers 73 to 90 % (docs/statistics.md). Undefined without scores, and for one
 * cluster.
 */
export function scoreInterval(sample: BoundedScores): ScoreInterval | undefined {
  const found = boundedInterval(sample);
  const { scores, clusters, min, max, level = 0.95 } = sample;
  if (found === undefined || (min === 0 && scores.every((score) => score === 0 || score === max))) return found;
  const shares = scores.map((score) => (score - min) / (max - min));
  const { low, high } = jeffreysInterval(clusterSums(shares, clusters), mean(shares), level);
  return {
    ...found,
    low: min + low * (max - min),
    high: min + high * (max - min),
    method: "jeffreys",
    wilsonForm: { low: found.low, high: found.high },
  };
}

/** The clusters, with those at the bounds. A cluster's weight in the mean has a gamma distribution of its shape, before all are divided by their sum. */
interface Parts {
  readonly counts: Float64Array;
  readonly sums: Float64Array;
  readonly shapes: Float64Array;
}

/** The interval holds the mean of the scores, which half a score at a bound can otherwise exclude. */
function jeffreysInterval(sums: readonly ClusterSum[], observed: number, level: number): Interval {
  const parts = partsOf(sums);
  const { counts, shapes } = parts;
  const count = shapes.reduce((total, shape, i) => total + shape * (counts[i] ?? 0), 0);
  const sum = shapes.reduce((total, shape, i) => total + shape * (parts.sums[i] ?? 0), 0);
  const tail = (1 - level) / 2;
  const at = (probability: number, from: number, to: number): number =>
    findZero((value) => probabilityBelow(parts, value) - probability, from, to, 1e-9);
  return { low: Math.min(observed, at(tail, 0, sum / count)), high: Math.max(observed, at(1 - tail, sum / count, 1)) };
}

const HALF_SCORES = [
  { count: 1, sum: 0, shape: 0.5 },
  { count: 1, sum: 1, shape: 0.5 },
];

/** The shapes sum to m - 2 and 1, so that the weights vary as those of m clusters with the factor m/(m-1) of `clusterRobust`. */
function partsOf(sums: readonly ClusterSum[]): Parts {
  const m = sums.length;
  const alike = new Map<string, { count: number; sum: number; shape: number }>();
  for (const { count, sum } of sums) {
    const key = `${count} ${sum}`;
    const part = alike.get(key);
    if (part === undefined) alike.set(key, { count, sum, shape: (m - 2) / m });
    else part.shape += (m - 2) / m;
  }
  const parts = [...alike.values(), ...HALF_SCORES];
  return {
    counts: Float64Array.from(parts, ({ count }) => count),
    sums: Float64Array.from(parts, ({ sum }) => sum),
    shapes: Float64Array.from(parts, ({ shape }) => shape),
  };
}

/** The probability that the mean under random weights is below `value`, by the saddle point (Lugannani and Rice 1980; Barndorff-Nielsen 1986). */
function probabilityBelow({ counts, sums, shapes }: Parts, value: number): number {
  const excesses = sums.map((sum, i) => sum - value * (counts[i] ?? 0));
  const least = excesses.reduce((a, b) => Math.min(a, b));
  const most = excesses.reduce((a, b) => Math.max(a, b));
  if (least >= 0) return 0;
  if (most <= 0) return 1;
  const s = saddlePoint(excesses, shapes, 1 / least, 1 / most);
  let [exponent, curvature] = [0, 0];
  for (let i = 0; i < shapes.length; i++) {
    const [shape, excess] = [shapes[i] ?? 0, excesses[i] ?? 0];
    exponent += 2 * shape * Math.log(1 - s * excess);
    curvature += shape * (excess / (1 - s * excess)) ** 2;
  }
  const w = Math.sign(s) * Math.sqrt(Math.max(0, exponent));
  if (Math.abs(w) < 1e-4) return 0.5;
  return normalCdf(w + Math.log((s * Math.sqrt(curvature)) / w) / w);
}

/** Newton's method within a bracket, for Σ shape excess / (1 - s excess) = 0, which grows with s. */
function saddlePoint(excesses: Float64Array, shapes: Float64Array, from: number, to: number): number {
  let [low, high, s] = [from, to, 0];
  for (let step = 0; step < 100; step++) {
    let [slope, curvature] = [0, 0];
    for (let i = 0; i < shapes.length; i++) {
      const excess = excesses[i] ?? 0;
      const part = excess / (1 - s * excess);
      const weighed = (shapes[i] ?? 0) * part;
      slope += weighed;
      curvature += weighed * part;
    }
    if (slope > 0) high = s;
    else low = s;
    const newton = s - slope / curvature;
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    if (Math.abs(next - s) <= 1e-10 * Math.abs(next)) return next;
    s = next;
  }
  return s;
}
