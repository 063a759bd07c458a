/** Statistics this close count as equal, because equal differences of means differ in their last digits. */
const TIE = 1e-12;

/**
 * Returns the adjusted p-values of one family of hypotheses, by the max-T step-down procedure: p = (1 + #{max over the remaining hypotheses >= t}) /
 * (B + 1), made monotone. Source: Romano and Wolf 2016, algorithm 4.2.
 * @param statistics one per hypothesis; large values speak against it
 * @param replicates B, the number of replicates
 * @param nullStatistics writes the statistics of one replicate under the hypotheses, in the order of `statistics`
 */
export function stepDown(
  statistics: ArrayLike<number>,
  replicates: number,
  nullStatistics: (replicate: number, into: Float64Array) => void,
): Float64Array {
  const count = statistics.length;
  const order = Int32Array.from({ length: count }, (_, i) => i).toSorted(
    (a, b) => (statistics[b] ?? 0) - (statistics[a] ?? 0),
  );
  const limits = Float64Array.from(order, (i) => (statistics[i] ?? 0) - TIE);
  const reached = new Int32Array(count);
  const values = new Float64Array(count);
  for (let replicate = 0; replicate < replicates; replicate++) {
    nullStatistics(replicate, values);
    let largest = Number.NEGATIVE_INFINITY;
    for (let place = count - 1; place >= 0; place--) {
      const value = values[order[place] ?? 0] ?? 0;
      if (value > largest) largest = value;
      if (largest >= (limits[place] ?? 0)) reached[place] = (reached[place] ?? 0) + 1;
    }
  }
  const adjusted = new Float64Array(count);
  let most = 0;
  for (const [place, hypothesis] of order.entries()) {
    most = Math.max(most, reached[place] ?? 0);
    adjusted[hypothesis] = (1 + most) / (replicates + 1);
  }
  return adjusted;
}
