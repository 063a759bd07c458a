import { catalogTables } from "medhelm/terminal/catalog-tables";
import { code, escaped, markdownTable } from "./markdown-table.ts";

/** The output of `medhelm list metrics`. */
export async function metricsPage(): Promise<string> {
  const { header, rows } = await catalogTables.metrics();
  return [
    "# Metrics",
    "",
    "`medhelm list metrics` prints the same: the metrics that this version computes for the built-in benchmarks. Custom benchmarks have `exact_match`, ROUGE, BERTScore and `jury_score`. [Scoring](../scoring.md) has the formulas of both profiles.",
    "",
    markdownTable(
      header,
      rows.map(([name = "", ...others]) => [code(name), ...others.map(escaped)]),
    ),
  ].join("\n");
}
