/** The quantile of a sample by linear interpolation, numpy's default (Hyndman and Fan 1996, type 7). @param sorted in ascending order, not empty */
export function sampleQuantile(sorted: ArrayLike<number>, p: number): number {
  const at = Math.min(1, Math.max(0, p)) * (sorted.length - 1);
  const below = Math.floor(at);
  const low = sorted[below] ?? Number.NaN;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? Number.NaN;
  return low + (high - low) * (at - below);
}
