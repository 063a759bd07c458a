/** A Markdown table. An empty table is an empty text. */
export function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  return [line(header), `|${"---|".repeat(header.length)}`, ...rows.map(line), ""].join("\n");
}

const line = (cells: readonly string[]): string => `| ${cells.map(cellText).join(" | ")} |`;

const cellText = (text: string): string => text.replaceAll("|", "\\|").replaceAll(/\s*\n\s*/g, " ");

/** Text with placeholders such as <id>, which Markdown would read as HTML. */
export const escaped = (text: string): string => text.replaceAll("<", "\\<");

export const code = (text: string): string => `\`${text}\``;
