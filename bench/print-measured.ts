import { writePage } from "./performance-page.ts";

/** The columns of a table, in order, with the text of a cell. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => string | number>>;

interface Printed<Row> {
  /** the npm script */
  readonly bench: string;
  readonly columns: Columns<Row>;
  readonly rows: readonly Row[];
  /** Why something was not measured, in sentences. */
  readonly notes: readonly string[];
  readonly json: boolean;
  readonly write: boolean;
}

/** Prints the measurements as a table or as JSON. `write` replaces the table of docs/performance.md, too. */
export function printMeasured<Row>({ bench, columns, rows, notes, json, write }: Printed<Row>): void {
  const heads = Object.keys(columns);
  const cells = rows.map((row) => Object.values(columns).map((cell) => String(cell(row))));
  const lines = [heads, heads.map(() => "---"), ...cells].map((line) => `| ${line.join(" | ")} |`);
  const table = [lines.join("\n"), ...notes].join("\n\n");
  process.stdout.write(json ? `${JSON.stringify({ rows, notes })}\n` : `${table}\n`);
  if (write) writePage(bench, table);
}
