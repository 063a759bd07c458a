import type { Axis } from "../charts/scale.ts";
import { UNKNOWN } from "../text/format.ts";
import { listed } from "../text/numbers.ts";

export interface DiRow {
  /** "lv": level with the highest. "bl": below it. "all-row": represents all models */
  readonly kind?: "lv" | "bl" | "all-row" | undefined;
  readonly name: string;
  readonly href?: string | undefined;
  /** small text after the name */
  readonly note?: string | undefined;
  /** a drawing of charts/, or words that fill the rest of the row */
  readonly plot: { readonly svg: string } | { readonly words: string };
  /** one text a column; without any for a row of words */
  readonly cells: readonly string[];
}

/** A table with a drawing in each row and its numbers after it. DiTable.astro renders it. */
export interface DiTable {
  readonly caption?: string | undefined;
  /** what a row is, e.g. "Model" */
  readonly rowName: string;
  /** what the drawing shows; read aloud, not seen */
  readonly plotName: string;
  readonly axis: Axis;
  /** the id of the grid that all drawings of this table use; unique on the page */
  readonly grid: string;
  /** the value of the upright line, e.g. 0 */
  readonly line?: number | undefined;
  /** words over the two ends of the axis, e.g. "worse" and "better" */
  readonly ends?: readonly [low: string, high: string] | undefined;
  /** on a phone the first follows the name, and the others under the drawing with their names */
  readonly columns: readonly string[];
  readonly groups: readonly { readonly id?: string; readonly name?: string; readonly rows: readonly DiRow[] }[];
  /** one more class of the table, e.g. "index" */
  readonly kind?: string | undefined;
}

/** The table without the columns that are unknown in all rows. The caption names them once. */
export function knownColumns(table: DiTable): DiTable {
  const all = table.groups.flatMap(({ rows }) => rows).filter(({ cells }) => cells.length > 0);
  const isKnown = table.columns.map(
    (_, place) => all.length === 0 || all.some(({ cells }) => cells[place] !== UNKNOWN),
  );
  const unknown = table.columns.filter((_, place) => isKnown[place] === false);
  if (unknown.length === 0) return table;
  const said = `Not known: ${listed(unknown.map((name) => name.toLowerCase()))}.`;
  const kept = <T>(items: readonly T[]) => items.filter((_, place) => isKnown[place] !== false);
  return {
    ...table,
    caption: table.caption === undefined ? said : `${table.caption} ${said}`,
    columns: kept(table.columns),
    groups: table.groups.map((group) => ({
      ...group,
      rows: group.rows.map((row) => ({ ...row, cells: kept(row.cells) })),
    })),
  };
}
