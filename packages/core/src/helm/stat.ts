import type { MetricName, Stat } from "./stats.ts";

/** HELM's Stat as functions (helm/benchmark/metrics/statistic.py). None changes its argument. */

/** A stat of one value; without a value a stat of count 0 (HELM's `Stat(name).add(None)`). */
export function stat(name: MetricName | string, value?: number | boolean): Stat {
  const full = typeof name === "string" ? { name } : name;
  if (value === undefined) return { name: full, count: 0, sum: 0, sum_squared: 0 };
  const x = Number(value);
  return withMoments(full, 1, x, x * x, x, x);
}

/** Booleans count as 1 and 0; undefined changes nothing. */
export function addValue(to: Stat, value: number | boolean | undefined): Stat {
  if (value === undefined) return to;
  const x = Number(value);
  return withMoments(to.name, to.count + 1, to.sum + x, to.sum_squared + x * x, least(to.min, x), greatest(to.max, x));
}

/** `a` with the values of `b`; the name is that of `a`. */
export function mergeStats(a: Stat, b: Stat): Stat {
  const min = b.min === undefined ? a.min : least(a.min, b.min);
  const max = b.max === undefined ? a.max : greatest(a.max, b.max);
  return withMoments(a.name, a.count + b.count, a.sum + b.sum, a.sum_squared + b.sum_squared, min, max);
}

/** The mean as the only value; a stat of count 0 stays as it is. */
export function takeMean(of: Stat): Stat {
  return of.mean === undefined ? of : stat(of.name, of.mean);
}

/** What a stat is made of; to be changed in place by who sums many. */
export interface Moments {
  count: number;
  sum: number;
  sum_squared: number;
  min: number | undefined;
  max: number | undefined;
}

/** mergeStats in place. */
export function mergeInto(moments: Moments, { count, sum, sum_squared, min, max }: Moments | Stat): void {
  moments.count += count;
  moments.sum += sum;
  moments.sum_squared += sum_squared;
  if (min !== undefined) moments.min = least(moments.min, min);
  if (max !== undefined) moments.max = greatest(moments.max, max);
}

export function ofMoments(name: MetricName, { count, sum, sum_squared, min, max }: Moments): Stat {
  return withMoments(name, count, sum, sum_squared, min, max);
}

export function rename(of: Stat, name: MetricName): Stat {
  return { ...of, name };
}

/** Equal keys = HELM's equal MetricName. */
export function metricNameKey({ name, split, sub_split, perturbation }: MetricName): string {
  return JSON.stringify([name, split ?? null, sub_split ?? null, perturbation ?? null]);
}

/** The text of HELM's table cells, e.g. "min=0, mean=4.5, max=9, sum=45 (10)". */
export function bareString({ count, sum, min, max, mean }: Stat): string {
  if (mean === undefined || min === undefined || max === undefined) return "(0)";
  if (Number.isNaN(mean)) return "(nan)";
  return `min=${brief(min)}, mean=${brief(mean)}, max=${brief(max)}, sum=${brief(sum)} (${count})`;
}

function least(a: number | undefined, b: number): number {
  // HELM: Python's min(a, b) keeps a where the two do not compare, so NaN sticks only when it came first.
  return a === undefined || b < a ? b : a;
}

function greatest(a: number | undefined, b: number): number {
  return a === undefined || b > a ? b : a;
}

function withMoments(
  name: MetricName,
  count: number,
  sum: number,
  sum_squared: number,
  min: number | undefined,
  max: number | undefined,
): Stat {
  if (count === 0 || min === undefined || max === undefined) return { name, count, sum, sum_squared };
  const mean = sum / count;
  const spread = sum_squared / count - mean * mean;
  const variance = spread < 0 ? 0 : spread;
  return { name, count, sum, sum_squared, min, max, mean, variance, stddev: Math.sqrt(variance) };
}

/** Whole numbers without decimals, others as Python's `str(round(x, 3))`. */
function brief(x: number): string {
  if (!Number.isFinite(x)) return String(x);
  if (Number.isInteger(x)) return BigInt(x).toString();
  const rounded = roundToThousandths(x);
  const text = Object.is(rounded, -0) ? "-0" : String(rounded);
  return Number.isInteger(rounded) ? `${text}.0` : text;
}

/** Half to even, as Python: a tie at three decimals is exactly representable only as an odd number of sixteenths. */
function roundToThousandths(x: number): number {
  const isTie = Number.isInteger(x * 16) && Math.abs(x * 16) % 2 === 1;
  if (!isTie) return Number(x.toFixed(3));
  const lower = Math.floor(x * 1000);
  return (lower % 2 === 0 ? lower : lower + 1) / 1000;
}
