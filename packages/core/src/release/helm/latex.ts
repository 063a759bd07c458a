import type { HelmTable } from "./helm-table.ts";
import { floatRepr } from "./python-print.ts";

const cellText = (value: number | string | undefined): string =>
  typeof value === "number" ? (value === 0 ? "" : floatRepr(value)) : (value ?? "");

/**
 * Writes a table as HELM's LaTeX (table.py: table_to_latex), without the columns that have no value.
 * HELM: prints 0 as an empty text, because it tests the value for truth.
 */
export function latexTable(table: HelmTable, name: string): string {
  const shown = table.header
    .map((_, index) => index)
    .filter((index) => table.rows.some((row) => row[index]?.value !== undefined));
  const columns = table.rows.length === 0 ? [] : shown;
  const lines = [
    "\\begin{table*}[htp]",
    "\\resizebox{\\textwidth}{!}{",
    `\\begin{tabular}{l${"r".repeat(Math.max(columns.length - 1, 0))}}`,
    "\\toprule",
    `${columns.map((index) => String(table.header[index]?.value ?? "")).join(" & ")} \\\\`,
    "\\midrule",
    ...table.rows.map((row) => `${columns.map((index) => cellText(row[index]?.value)).join(" & ")} \\\\`),
    "\\bottomrule",
    "\\end{tabular}}",
    `\\caption{Results for ${name}}`,
    `\\label{fig:${name}}`,
    "\\end{table*}",
  ];
  return lines.join("\n").replaceAll("%", "\\%");
}
