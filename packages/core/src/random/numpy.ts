import { fromInteger } from "./mt19937.ts";

/**
 * `numpy.random.RandomState(seed).permutation(n)` (numpy's legacy generator): Fisher-Yates from the end, with masked rejection
 * for each index. numpy's `choice(n, k, replace=False)` is the first k elements.
 */
export function permutation(n: number, seed = 0): number[] {
  const next = fromInteger(seed);
  const order = Uint32Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i >= 1; i -= 1) {
    const mask = 2 ** (32 - Math.clz32(i)) - 1;
    let j = (next() & mask) >>> 0;
    while (j > i) j = (next() & mask) >>> 0;
    [order[i], order[j]] = [order[j] ?? 0, order[i] ?? 0];
  }
  return [...order];
}
