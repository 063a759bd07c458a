import type { Direction } from "../client/sort-order.ts";
import { formatCount, formatValue } from "../text/format.ts";

/** A table as a page shows it. ResultTable.astro renders it; one function per variant makes it. */
export interface TableView {
  /** unique on the page */
  readonly id: string;
  readonly title: string;
  /** how to read the numbers; shown under the title */
  readonly note: string;
  /** The first column holds the rows' headers. */
  readonly columns: readonly ColumnView[];
  readonly rows: readonly RowView[];
  /** The group whose table the reader can download as CSV and JSON. */
  readonly downloads?: { readonly group: string; readonly title: string };
}

export interface ColumnView {
  /** empty for a column of bars */
  readonly label: string;
  readonly href?: string | undefined;
  readonly note?: string | undefined;
  /** The order after the first click on the sort button. Without it the column has no button. */
  readonly firstSort?: Direction;
  /** If all rows have the same text, the note says it once: with the column's name, or the text alone. */
  readonly onceIfSame?: "named" | "text";
}

export interface RowView {
  readonly head: RowHead;
  /** one per column after the first */
  readonly cells: readonly CellView[];
}

export type RowHead =
  | { readonly kind: "model"; readonly model: string; readonly deployment: string | undefined }
  | { readonly kind: "run"; readonly benchmark: string; readonly run: string; readonly href: string };

export type CellView =
  | {
      readonly kind: "value";
      readonly value: number | null;
      /** whether all values of the column are whole numbers */
      readonly isWhole?: boolean;
      /** why there is no value; shown if `value` is null */
      readonly whyMissing: string;
      readonly href?: string | undefined;
      /** small lines under the value */
      readonly notes?: readonly string[];
    }
  | { readonly kind: "bar"; readonly value: number | null; readonly top: number }
  /** The column sorts by `sortBy`. */
  | { readonly kind: "text"; readonly text: string; readonly sortBy?: number }
  | { readonly kind: "runs"; readonly model: string; readonly hrefs: readonly string[] };

export const valueText = (value: number, isWhole = false): string =>
  isWhole ? formatCount(value) : formatValue(value);

/** The table without the columns whose text its note can say once. */
export function saidOnce(view: TableView): TableView {
  const same = view.columns.flatMap(({ label, onceIfSame }, place) => {
    const texts = new Set(view.rows.map((row) => textAt(row, place)));
    const [text] = texts;
    return onceIfSame !== undefined && view.rows.length > 1 && texts.size === 1 && text !== undefined
      ? [{ place, said: onceIfSame === "text" ? text : `${label.charAt(0).toLowerCase()}${label.slice(1)} ${text}` }]
      : [];
  });
  if (same.length === 0) return view;
  const isKept = (place: number) => same.every((one) => one.place !== place);
  return {
    ...view,
    note: `${view.note} In all rows: ${same.map(({ said }) => said).join("; ")}.`,
    columns: view.columns.filter((_, place) => isKept(place)),
    rows: view.rows.map((row) => ({ ...row, cells: row.cells.filter((_, i) => isKept(i + 1)) })),
  };
}

function textAt({ cells }: RowView, place: number): string | undefined {
  const cell = cells[place - 1];
  if (cell?.kind === "text") return cell.text;
  return cell?.kind === "value" && cell.value !== null ? valueText(cell.value, cell.isWhole) : undefined;
}

/** Numbers stand under each other at the right edge of a column. */
export const isNumberCell = (cell: CellView | undefined): boolean =>
  cell?.kind === "value" || (cell?.kind === "text" && cell.sortBy !== undefined);

/** The best values come first. Values without a direction are sorted from the largest. */
export const bestFirst = (lowerIsBetter: boolean | null | undefined): Direction =>
  lowerIsBetter === true ? "ascending" : "descending";
