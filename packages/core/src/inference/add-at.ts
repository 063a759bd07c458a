/** Adds to one entry of a list. */
export function addAt(list: Float64Array | Int32Array, at: number, amount: number): void {
  list[at] = (list[at] ?? 0) + amount;
}
