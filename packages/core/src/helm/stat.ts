import type { MetricName, Stat } from "./stats.ts";

/** HELM's Stat as functions (helm/benchmark/metrics/statistic.py). Only mergeInto and addInto change their argument. */

/** Creates a stat of one value. Without a value, the count is 0 (HELM's `Stat(name).add(None)`). */
export function stat(name: MetricName | string, value?: number | boolean): Stat {
  const full = typeof name === "string" ? { name } : name;
  if (value === undefined) return { name: full, count: 0, sum: 0, sum_squared: 0 };
  const x = Number(value);
  return withMoments(full, 1, x, x * x, x, x);
}

/** Adds a value. Booleans count as 1 and 0; undefined changes nothing. */
export function addValue(to: Stat, value: number | boolean | undefined): Stat {
  if (value === undefined) return to;
  const x = Number(value);
  return withMoments(
    to.name,
    to.count + 1,
    to.sum + x,
    to.sum_squared + x * x,
    pythonMin(to.min, x),
    pythonMax(to.max, x),
  );
}

/** Merges the values of both stats under the name of `a`. */
export function mergeStats(a: Stat, b: Stat): Stat {
  const min = b.min === undefined ? a.min : pythonMin(a.min, b.min);
  const max = b.max === undefined ? a.max : pythonMax(a.max, b.max);
  return withMoments(a.name, a.count + b.count, a.sum + b.sum, a.sum_squared + b.sum_squared, min, max);
}

/** Returns a stat whose only value is the mean. A stat of count 0 is returned unchanged. */
export function takeMean(of: Stat): Stat {
  return of.mean === undefined ? of : stat(of.name, of.mean);
}

/** The moments of a stat, mutable so that long sums avoid a new object per value. */
export interface Moments {
  count: number;
  sum: number;
  sum_squared: number;
  min: number | undefined;
  max: number | undefined;
}

/** Merges the second argument into `moments`, in place. */
export function mergeInto(moments: Moments, { count, sum, sum_squared, min, max }: Moments | Stat): void {
  moments.count += count;
  moments.sum += sum;
  moments.sum_squared += sum_squared;
  if (min !== undefined) moments.min = pythonMin(moments.min, min);
  if (max !== undefined) moments.max = pythonMax(moments.max, max);
}

/** Adds a value to `moments`, in place. */
export function addInto(moments: Moments, value: number): void {
  moments.count++;
  moments.sum += value;
  moments.sum_squared += value * value;
  moments.min = pythonMin(moments.min, value);
  moments.max = pythonMax(moments.max, value);
}

export function statFromMoments(name: MetricName, { count, sum, sum_squared, min, max }: Moments): Stat {
  return withMoments(name, count, sum, sum_squared, min, max);
}

export function renameStat(of: Stat, name: MetricName): Stat {
  return { ...of, name };
}

/** Two metric names have equal keys exactly if HELM's MetricName objects are equal. */
export function metricNameKey({ name, split, sub_split, perturbation }: MetricName): string {
  return JSON.stringify([name, split ?? null, sub_split ?? null, perturbation ?? null]);
}

/** Formats a stat as in HELM's table cells, e.g. "min=0, mean=4.5, max=9, sum=45 (10)". */
export function bareString({ count, sum, min, max, mean }: Stat): string {
  if (mean === undefined || min === undefined || max === undefined) return "(0)";
  if (Number.isNaN(mean)) return "(nan)";
  return `min=${shortNumber(min)}, mean=${shortNumber(mean)}, max=${shortNumber(max)}, sum=${shortNumber(sum)} (${count})`;
}

function pythonMin(a: number | undefined, b: number): number {
  // HELM: Python's min(a, b) keeps `a` if the comparison is false. NaN therefore persists only if it was the first value.
  return a === undefined || b < a ? b : a;
}

function pythonMax(a: number | undefined, b: number): number {
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

/** Formats whole numbers without decimals, and others as Python's `str(round(x, 3))`. */
function shortNumber(x: number): string {
  if (!Number.isFinite(x)) return String(x);
  if (Number.isInteger(x)) return BigInt(x).toString();
  const rounded = roundToThousandths(x);
  const text = Object.is(rounded, -0) ? "-0" : String(rounded);
  return Number.isInteger(rounded) ? `${text}.0` : text;
}

/** Rounds half to even, as Python does. A tie at three decimals is always an odd number of sixteenths. */
function roundToThousandths(x: number): number {
  const isTie = Number.isInteger(x * 16) && Math.abs(x * 16) % 2 === 1;
  if (!isTie) return Number(x.toFixed(3));
  const lower = Math.floor(x * 1000);
  return (lower % 2 === 0 ? lower : lower + 1) / 1000;
}
