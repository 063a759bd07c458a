import { createHash } from "node:crypto";
import type { Leaderboard, Table } from "@medhelm/core/release/leaderboard/leaderboard";
import { tableCsv } from "@medhelm/core/release/exports/table-csv";
import { latexRanksTable, markdownTable } from "@medhelm/core/release/exports/table-text";

/** The formats in which the site has each table: the file's ending, and the name that readers see. */
export const TABLE_FORMATS = [
  { ending: "csv", name: "CSV" },
  { ending: "json", name: "JSON" },
  { ending: "md", name: "Markdown" },
  { ending: "tex", name: "LaTeX" },
] as const;
export type TableEnding = (typeof TABLE_FORMATS)[number]["ending"];

type Write = (table: Table, leaderboard: Leaderboard) => string;

const WRITERS: Readonly<Record<TableEnding, Write>> = {
  csv: (table, { profile }) => tableCsv(table, profile),
  json: (table, { name, date, profile }) =>
    `${JSON.stringify({ formatVersion: 1, release: name, date, profile, table })}\n`,
  md: markdownTable,
  tex: latexRanksTable,
};

/** The content of a table's file. */
export const tableFile = (table: Table, leaderboard: Leaderboard, ending: TableEnding): string =>
  WRITERS[ending](table, leaderboard);

export const sha256 = (content: string | Uint8Array): string => createHash("sha256").update(content).digest("hex");

/** One line for each file, as `sha256sum --check` reads it. */
export const checksumLines = (files: readonly { readonly path: string; readonly sha256: string }[]): string =>
  files.map((file) => `${file.sha256}  ${file.path}\n`).join("");

/** "1.2 MB", "14 kB", "320 bytes" */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
