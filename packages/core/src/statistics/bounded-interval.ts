import { studentT } from "./student-t.ts";

export interface Interval {
  readonly low: number;
  readonly high: number;
}

export interface BoundedScores {
  readonly scores: readonly number[];
  /** The cluster of each score, e.g. the patient. Absent: every score is independent. */
  readonly clusters?: readonly string[];
  /** The smallest and the largest possible score. */
  readonly min: number;
  readonly max: number;
}

/** The quantile of the normal distribution for 95 %. */
const Z = 1.959963984540054;
const LEVEL = 0.95;

/**
 * Returns the 95 % interval of the mean of bounded scores, in Wilson's form on the effective number of scores: n by the design effect
 * for 0 and 1, p(1-p)/se² for other scores, with t on the number of clusters less one where there are clusters. Without clusters, 0 and
 * 1 give Wilson's interval. The interval never has zero width, and it never exceeds the bounds. Undefined for fewer than two clusters.
 * Sources: Wilson 1927; Miller 2024 (arXiv 2411.00640); Franco et al. 2019 for the effective number.
 */
export function boundedInterval({ scores, clusters, min, max }: BoundedScores): Interval | undefined {
  const values = scores.map((score) => (score - min) / (max - min));
  const n = values.length;
  if (n === 0) return undefined;
  const isBinary = values.every((value) => value === 0 || value === 1);
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const scaled = ({ low, high }: Interval): Interval => ({
    low: min + low * (max - min),
    high: min + high * (max - min),
  });
  if (clusters === undefined && isBinary) return scaled(wilson(mean, n, Z));
  const groups = sumsByCluster(values, clusters);
  const m = groups.length;
  if (m < 2) return undefined;
  const effective = isBinary ? n / designEffect(groups, values, mean) : effectiveByVariance(groups, mean, n);
  return scaled(wilson(mean, effective, studentT(LEVEL, m - 1)));
}

/** Wilson's interval of a proportion, cut to 0 and 1. */
function wilson(p: number, n: number, z: number): Interval {
  const z2 = z * z;
  const centre = (p + z2 / (2 * n)) / (1 + z2 / n);
  const half = (z * Math.sqrt((p * (1 - p)) / n + z2 / (4 * n * n))) / (1 + z2 / n);
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

interface Group {
  readonly count: number;
  readonly sum: number;
}

function sumsByCluster(values: readonly number[], clusters: readonly string[] | undefined): Group[] {
  if (clusters === undefined) return values.map((sum) => ({ count: 1, sum }));
  const groups = new Map<string, { count: number; sum: number }>();
  for (const [i, value] of values.entries()) {
    const cluster = clusters[i] ?? "";
    const group = groups.get(cluster) ?? { count: 0, sum: 0 };
    groups.set(cluster, group);
    group.count++;
    group.sum += value;
  }
  return [...groups.values()];
}

/** 1 + (Σn_c²/n - 1) icc, with the one-way ANOVA's icc between 0 and 1. */
function designEffect(groups: readonly Group[], values: readonly number[], mean: number): number {
  const n = values.length;
  const m = groups.length;
  const squares = groups.reduce((sum, { count }) => sum + count * count, 0);
  if (n === m) return 1;
  const between = groups.reduce((sum, group) => sum + group.count * (group.sum / group.count - mean) ** 2, 0);
  const total = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const msBetween = between / (m - 1);
  const msWithin = (total - between) / (n - m);
  const size = (n - squares / n) / (m - 1);
  const spread = msBetween + (size - 1) * msWithin;
  const icc = spread === 0 ? 0 : Math.min(1, Math.max(0, (msBetween - msWithin) / spread));
  return 1 + (squares / n - 1) * icc;
}

/** p(1-p)/se², with the cluster-robust standard error; the number of clusters if all have one value. */
function effectiveByVariance(groups: readonly Group[], mean: number, n: number): number {
  const m = groups.length;
  const squares = groups.reduce((sum, group) => sum + (group.sum - group.count * mean) ** 2, 0);
  const variance = ((m / (m - 1)) * squares) / (n * n);
  return variance === 0 ? m : (mean * (1 - mean)) / variance;
}
