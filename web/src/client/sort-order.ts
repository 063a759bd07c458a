export type Direction = "ascending" | "descending";

/**
 * Sorts rows by the values of one column: numbers by size, text alphabetically. A missing value is last in both directions,
 * and equal rows keep their order. Returns indices into `values`.
 */
export function sortOrder(values: readonly (number | string | undefined)[], direction: Direction): number[] {
  const sign = direction === "ascending" ? 1 : -1;
  return values
    .map((value, index) => ({ value, index }))
    .toSorted((a, b) => {
      if (a.value === undefined || b.value === undefined)
        return Number(a.value === undefined) - Number(b.value === undefined) || a.index - b.index;
      return sign * compare(a.value, b.value) || a.index - b.index;
    })
    .map(({ index }) => index);
}

function compare(a: number | string, b: number | string): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a).localeCompare(String(b), "en", { numeric: true });
}
