/** The greatest of the values, and of 0. `Math.max(...values)` fails above some 100,000 values, so it is for values whose number does not grow with the data. */
export function greatest(values: Iterable<number>): number {
  let most = 0;
  for (const value of values) if (value > most) most = value;
  return most;
}
