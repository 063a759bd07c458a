import { visibleText } from "@medhelm/core/release/pages/visible-text";

/** A cell keeps its line: a name with a line feed could otherwise look like a row of its own. */
const oneLine = (cell: string): string => visibleText(cell).replaceAll("\n", "⟦U+000A⟧").replaceAll("\t", "⟦U+0009⟧");

/** A table in plain text. Each column is as wide as its widest cell. */
export function textTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const shown = rows.map((cells) => cells.map(oneLine));
  const widths = header.map((name, i) => Math.max(name.length, ...shown.map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join("  ")
      .trimEnd();
  return [header, widths.map((width) => "-".repeat(width)), ...shown].map((cells) => `${line(cells)}\n`).join("");
}
