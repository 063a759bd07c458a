/** Adjusted p-values of a family of tests, in the order of the given ones. A hypothesis is rejected where its value is at most the level. */

/** Holm 1979: holds the probability of any false rejection, under any dependence. */
export function holm(p: readonly number[]): number[] {
  const m = p.length;
  let before = 0;
  return inOrder(p, (sorted) =>
    sorted.map((value, rank) => (before = Math.max(before, Math.min(1, value * (m - rank))))),
  );
}

/** Benjamini and Hochberg 1995: holds the expected share of false ones among the rejections, for independent or positively dependent tests. */
export const benjaminiHochberg = (p: readonly number[]): number[] => stepUp(p, 1);

/** Benjamini and Yekutieli 2001: the same under any dependence. */
export const benjaminiYekutieli = (p: readonly number[]): number[] =>
  stepUp(
    p,
    p.reduce((sum, _, rank) => sum + 1 / (rank + 1), 0),
  );

function stepUp(p: readonly number[], factor: number): number[] {
  const m = p.length;
  let after = 1;
  return inOrder(p, (sorted) =>
    sorted
      .toReversed()
      .map((value, i) => (after = Math.min(after, (factor * value * m) / (m - i))))
      .toReversed(),
  );
}

/** Adjusts the p-values in ascending order, and returns them in the given order. */
function inOrder(p: readonly number[], adjust: (sorted: readonly number[]) => readonly number[]): number[] {
  const order = [...p.keys()].toSorted((a, b) => (p[a] ?? 0) - (p[b] ?? 0));
  const adjusted = adjust(order.map((index) => p[index] ?? 0));
  const result = Array<number>(p.length).fill(0);
  for (const [rank, index] of order.entries()) result[index] = adjusted[rank] ?? 0;
  return result;
}
