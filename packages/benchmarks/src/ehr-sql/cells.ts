import { pythonFloat } from "@medhelm/core/metrics/python-number";
import { roundHalfEven } from "./round.ts";

const MAX_ROWS = 100;

/**
 * Returns the rows as EHRSQL 2024 compares them: numbers rounded to three decimal places, all cells as text, and the first hundred of the sorted
 * rows. Cells come from SQLite or from HELM's JSON.
 */
export function comparable(rows: readonly (readonly unknown[])[]): string[][] {
  return rows
    .map((row) => row.map(cellText))
    .toSorted(compareRows)
    .slice(0, MAX_ROWS);
}

function cellText(cell: unknown): string {
  const number = numberOf(cell);
  if (number !== undefined) return Object.is(number, -0) ? "-0" : String(roundHalfEven(number, 3));
  if (cell === null || cell === undefined) return "None";
  if (cell instanceof Uint8Array) return `blob ${Buffer.from(cell).toString("hex")}`;
  return typeof cell === "string" ? cell : JSON.stringify(cell);
}

function numberOf(cell: unknown): number | undefined {
  if (typeof cell === "number" || typeof cell === "bigint" || typeof cell === "boolean") return Number(cell);
  return typeof cell === "string" ? pythonFloat(cell) : undefined;
}

function compareRows(a: readonly string[], b: readonly string[]): number {
  for (const [i, cell] of a.entries()) {
    const other = b[i];
    if (other === undefined) return 1;
    if (cell !== other) return cell < other ? -1 : 1;
  }
  return a.length - b.length;
}
