export interface Observed {
  readonly asked: number;
  /** the number of scores */
  readonly observed: number;
  /** the sum of scores */
  readonly sum: number;
  /** the smallest and the largest possible score */
  readonly min: number;
  readonly max: number;
}

export interface MissingBounds {
  /** of what was observed; absent without scores */
  readonly mean?: number;
  /** the mean if each missing score were the lowest, and the highest possible one */
  readonly worst: number;
  readonly best: number;
  /** observed by asked */
  readonly coverage: number;
}

/** How far missing scores could move a mean (Manski's bounds, 1989). Undefined if nothing was asked. */
export function missingBounds({ asked, observed, sum, min, max }: Observed): MissingBounds | undefined {
  if (asked <= 0) return undefined;
  const missing = asked - observed;
  return {
    ...(observed > 0 ? { mean: sum / observed } : {}),
    worst: (sum + missing * min) / asked,
    best: (sum + missing * max) / asked,
    coverage: observed / asked,
  };
}
