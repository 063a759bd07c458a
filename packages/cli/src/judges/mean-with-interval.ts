import type { MainRange } from "@medhelm/core/run/spec/main-range";
import { boundedInterval } from "@medhelm/core/statistics/bounded-interval";
import { clusterRobust, tInterval } from "@medhelm/core/statistics/cluster-robust";
import type { Interval } from "@medhelm/core/statistics/interval";
import { type Undefined, undefinedBecause } from "@medhelm/core/statistics/undefined";

interface Mean {
  readonly value: number;
  readonly n: number;
}

/** A mean with its 95 % interval, or with the reason why the interval is undefined. */
export type Number95 = (Mean & Interval) | (Mean & { readonly interval: Undefined }) | Undefined;

/**
 * Within bounds the interval of several values always has a width.
 * @param none the reason without values
 */
export function meanWithInterval(values: readonly number[], range: MainRange | undefined, none: string): Number95 {
  const n = values.length;
  const robust = clusterRobust(values);
  if (robust === undefined) return undefinedBecause(none);
  const isInside = range !== undefined && values.every((value) => value >= range.min && value <= range.max);
  const found = isInside ? boundedInterval({ scores: values, ...range }) : tInterval(robust, 0.95);
  const mean = { value: robust.mean, n };
  if (found !== undefined) return { ...mean, low: found.low, high: found.high };
  return { ...mean, interval: undefinedBecause(n === 1 ? "there is one answer" : "the values do not vary") };
}
