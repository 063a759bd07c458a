import { clusterRobust } from "./cluster-robust.ts";
import type { Interval } from "./interval.ts";
import { pooledIcc } from "./intraclass.ts";
import { mean } from "./mean.ts";
import { normalQuantile, tCritical } from "./quantiles.ts";
import { wilsonForm } from "./wilson.ts";

export interface BoundedScores {
  readonly scores: readonly number[];
  /** The cluster of each score, e.g. the patient. Absent: every score is independent. */
  readonly clusters?: readonly (string | number)[];
  /** The smallest and the largest possible score. */
  readonly min: number;
  readonly max: number;
  /** 0.95 if absent */
  readonly level?: number;
}

export interface BoundedInterval extends Interval {
  /** "wilson": 0 and 1 without clusters */
  readonly method: "wilson" | "bounded";
  /** the number of independent scores that would give the same precision */
  readonly nEffective: number;
  /** number of standard errors on each side */
  readonly critical: number;
  /** the number of clusters; absent without clusters */
  readonly clusters?: number;
  /** for 0 and 1 in clusters only */
  readonly icc?: number;
  readonly designEffect?: number;
}

/**
 * Returns the interval of the mean of bounded scores. It is Wilson's form on the effective number of scores, with t on the number of clusters less
 * one. The effective number is n by the design effect for 0 and 1, and p(1-p)/se² for other scores. It is the number of clusters if they do not
 * differ (se = 0). Without clusters, 0 and 1 give Wilson's interval. The interval never has zero width, and it never exceeds the bounds. Undefined
 * without scores, and for one cluster. Sources: Wilson 1927; Miller 2024 (arXiv 2411.00640); Franco et al. 2019 for the effective number.
 */
export function boundedInterval(sample: BoundedScores): BoundedInterval | undefined {
  const { scores, clusters, min, max, level = 0.95 } = sample;
  const values = scores.map((score) => (score - min) / (max - min));
  const isBinary = min === 0 && values.every((value) => value === 0 || value === 1);
  // before the sums of clusters, which take an object for each of a million scores
  if (clusters !== undefined || !isBinary) return ofClusters(values, isBinary, sample);
  if (values.length === 0) return undefined;
  return inForm(sample, mean(values), { method: "wilson", nEffective: values.length }, normalQuantile((1 + level) / 2));
}

/** @param values the scores, as shares of the distance from the smallest to the largest one */
function ofClusters(values: readonly number[], isBinary: boolean, sample: BoundedScores): BoundedInterval | undefined {
  const { clusters, level = 0.95 } = sample;
  const robust = clusterRobust(values, clusters);
  if (robust?.se === undefined) return undefined;
  const { mean: at, se, degrees } = robust;
  const critical = tCritical(level, degrees);
  const number = clusters === undefined ? {} : { clusters: robust.clusters };
  if (isBinary && clusters !== undefined && se > 0) {
    const { icc, designEffect = 1 } = pooledIcc([values], clusters) ?? {};
    return {
      ...inForm(sample, at, { method: "bounded", nEffective: values.length / designEffect }, critical),
      ...number,
      ...(icc === undefined ? {} : { icc }),
      designEffect,
    };
  }
  const nEffective = se === 0 ? robust.clusters : (at * (1 - at)) / (se * se);
  return { ...inForm(sample, at, { method: "bounded", nEffective }, critical), ...number };
}

function inForm(
  { min, max }: BoundedScores,
  at: number,
  form: Pick<BoundedInterval, "method" | "nEffective">,
  critical: number,
): BoundedInterval {
  const { low, high } = wilsonForm(at, form.nEffective, critical);
  return { low: min + low * (max - min), high: min + high * (max - min), ...form, critical };
}
