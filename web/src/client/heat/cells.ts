/** The number that the user pressed or left by a key. */
export function cellOf({ target }: Event): HTMLTableCellElement | undefined {
  return (target instanceof Element ? target.closest<HTMLTableCellElement>("tbody td") : undefined) ?? undefined;
}

/** The words of a cell without a number, or its number without the number of its answers. */
export const numberOf = (cell: HTMLTableCellElement): string =>
  (cell.querySelector("i") ?? cell.firstChild)?.textContent?.trim() ?? "";

export const columnLink = (cell: HTMLTableCellElement): HTMLAnchorElement | undefined =>
  cell.closest("table")?.tHead?.rows[0]?.cells[cell.cellIndex]?.querySelector("a") ?? undefined;

export const rowName = (cell: HTMLTableCellElement): string =>
  cell.parentElement?.querySelector("th")?.textContent ?? "";

/** The row, and the column of the release's table. */
export function placeOf(
  cell: HTMLTableCellElement,
  tables: readonly HTMLTableElement[],
): [row: number, column: number] {
  const table = cell.closest("table") ?? tables[0];
  const columns = (table?.dataset["c"] ?? "").split(" ");
  const row = linesOf(table).findIndex((line) => line === cell.parentElement);
  return [row, Number(columns[cell.cellIndex - 1])];
}

/** The rows of a table without its head. */
const linesOf = (table: HTMLTableElement | undefined): HTMLTableRowElement[] =>
  [...(table?.tBodies ?? [])].flatMap((part) => [...part.rows]);

/** The visible numbers of a row. On a phone, those of the other parts of the task are hidden. */
const inRow = (row: HTMLTableRowElement | null | undefined): HTMLTableCellElement[] =>
  [...(row?.querySelectorAll("td") ?? [])].filter((cell) => cell.offsetParent !== null);

/** The next cell in a direction; over the edge of a table, that of the next visible table. */
export function neighbour(
  cell: HTMLTableCellElement,
  [down, right]: readonly [number, number],
  tables: readonly HTMLTableElement[],
): HTMLTableCellElement | undefined {
  const shown = tables.filter((table) => table.offsetParent !== null);
  const at = shown.findIndex((table) => table.contains(cell));
  const line = linesOf(shown[at]).findIndex((row) => row === cell.parentElement) + down;
  const cellsOf = (table: number) => inRow(linesOf(shown[table])[line]);
  const next = inRow(cell.closest("tr")).indexOf(cell) + right;
  if (next < 0) return cellsOf(at - 1).at(-1);
  return cellsOf(at)[next] ?? (right === 1 ? cellsOf(at + 1)[0] : undefined);
}
