import type { Table } from "@medhelm/core/release/leaderboard";
import type { Site } from "../release/site.ts";
import { cellNotes, MISSING, plural, whyMissing } from "../text/format.ts";
import { profileNote } from "../text/words.ts";
import { columnSpans } from "./column-spans.ts";
import { bestFirst, type CellView, type ColumnView, type TableView } from "./table-view.ts";

/** The table of a group of benchmarks: models by the main metric of each benchmark, with the mean win rate. */
export function scoresView(site: Site, table: Table): TableView {
  return {
    id: `table-${site.groupSlug(table.group)}`,
    title: `${table.title}: ${plural(table.rows.length, "model")}, ${plural(table.columns.length, "column")}`,
    note: `${profileNote(site.leaderboard.profile)} n is the number of values behind a mean. ${MISSING} means that there is no run.`,
    ...categorySpans(site, table),
    columns: [
      { label: "Model", firstSort: "ascending" },
      { label: "Mean win rate", firstSort: "descending" },
      ...table.columns.map((column): ColumnView => {
        const direction = column.lowerIsBetter === true ? ", lower is better" : "";
        return {
          label: column.groupDisplayName,
          href: site.link.group(column.group),
          note: column.metricDisplayName + direction,
          firstSort: bestFirst(column.lowerIsBetter),
        };
      }),
    ],
    rows: table.rows.map((row) => ({
      head: {
        kind: "model",
        model: row.model,
        deployment: hasSeveralDeployments(table) ? row.modelDeployment : undefined,
      },
      cells: [
        {
          kind: "value",
          value: row.meanWinRate,
          whyMissing: "no other model to compare with",
          notes: row.meanWinRate === null ? [] : [`over ${plural(row.winRateColumns, "column")}`],
        },
        ...row.cells.map((cell, index): CellView => {
          const [slug] = cell.runs.length === 1 ? cell.runs : [];
          return {
            kind: "value",
            value: cell.value,
            whyMissing: whyMissing(cell),
            // The value of several runs leads to the benchmark, whose table links each run.
            href:
              slug !== undefined && site.run(slug)
                ? site.link.run(slug)
                : site.link.group(table.columns[index]?.group ?? ""),
            notes: cell.runs.length === 0 ? [] : cellNotes(cell),
          };
        }),
      ],
    })),
    downloads: { group: table.group, title: table.title },
  };
}

/** The categories above the columns, unless all columns have the same one. */
function categorySpans(site: Site, table: Table): Pick<TableView, "spans"> {
  const spans = columnSpans(table.columns.map(({ group }) => site.categoryOf(group)));
  if (spans.length < 2) return {};
  return {
    spans: [
      { span: 1 },
      { span: 1 },
      ...spans.map(({ group, span }) => ({
        span,
        label: group?.displayName,
        href: group && site.link.group(group.name),
      })),
    ],
  };
}

/** Whether one model has rows of several deployments, so that its name does not identify a row. */
function hasSeveralDeployments({ rows }: Table): boolean {
  const deployments = new Set(rows.map(({ model, modelDeployment }) => JSON.stringify([model, modelDeployment])));
  return deployments.size > new Set(rows.map(({ model }) => model)).size;
}
