import { mean } from "../statistics/mean.ts";
import type { Bounded } from "./one-sided-bounds.ts";

/**
 * Bounds the unweighted mean of independent numbers from their own bounds, which need not be symmetrical (MOVER: Zou and Donner 2008).
 * Undefined without numbers.
 */
export function combineBounds(parts: readonly Bounded[]): Bounded | undefined {
  const [only] = parts;
  if (only === undefined) return undefined;
  if (parts.length === 1) return only;
  const value = mean(parts.map((part) => part.value));
  const root = (distance: (part: Bounded) => number): number =>
    Math.sqrt(parts.reduce((sum, part) => sum + distance(part) ** 2, 0)) / parts.length;
  const n = parts.reduce((sum, part) => sum + part.n, 0);
  const se = root(({ sd, n: own }) => sd / Math.sqrt(own));
  return {
    value,
    low: value - root((part) => part.value - part.low),
    high: value + root((part) => part.high - part.value),
    n,
    sd: se * Math.sqrt(n),
  };
}
