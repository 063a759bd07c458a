import type { Cell, Table } from "@medhelm/core/release/leaderboard/leaderboard";
import { benchmarkColumn } from "../benchmark/column.ts";
import { metricName } from "../benchmark/metric-words.ts";
import type { Site } from "../release/site.ts";
import { axisTop, coverageText, formatCount, instancesText, MISSING, whyMissing } from "../text/format.ts";
import { profileNote } from "../text/words.ts";
import { mainColumn } from "./main-column.ts";
import { bestFirst, type CellView, type ColumnView, type RowView, saidOnce, type TableView } from "./table-view.ts";

const NO_RUN: Cell = { value: null, instances: 0, runs: [] };

/** The table of one benchmark: models by its main metric with a bar, the runs behind it, and all other metrics. */
export function benchmarkView(site: Site, table: Table, mainMetric: string | undefined): TableView {
  const main = mainColumn(table, mainMetric);
  const column = table.columns[main];
  const others = table.columns.flatMap((other, index) => (index === main ? [] : [{ other, index }]));
  const whole = benchmarkColumn(site, table.group);
  const isJudged = whole !== undefined && whole.column.metric === column?.metric && whole.isJudged;
  const name =
    column === undefined
      ? "no metric"
      : metricName({ metric: column.metric, displayName: column.metricDisplayName, isJudged }).name;
  const hasCounts = table.rows.some(({ cells }) => (cells[main]?.instances ?? 0) > 0);
  const top = axisTop(table.rows.flatMap((row) => row.cells[main]?.value ?? []));
  return saidOnce({
    id: `table-${site.groupSlug(table.group)}`,
    title: `${table.title}: ${name}`,
    note: `${profileNote(site.leaderboard.profile)} Bars run from 0 to ${top}. ${MISSING} means that there is no run or no value.`,
    columns: [
      { label: "Model", firstSort: "ascending" },
      {
        label: name,
        note: notesOf(
          column?.metricDisplayName === name ? undefined : column?.metricDisplayName,
          column?.lowerIsBetter,
        ),
        firstSort: bestFirst(column?.lowerIsBetter),
      },
      { label: "" },
      { label: "Answers", firstSort: "descending", ...(hasCounts ? {} : { onceIfSame: "named" }) },
      { label: "Failed requests, judged answers", onceIfSame: "text" },
      { label: "Runs" },
      ...others.map(
        ({ other }): ColumnView => ({
          label: nameOf(other),
          note: notesOf(
            nameOf(other) === other.metricDisplayName ? undefined : other.metricDisplayName,
            false,
            other.group === table.group ? undefined : other.groupDisplayName,
          ),
          firstSort: bestFirst(other.lowerIsBetter),
          onceIfSame: "named",
        }),
      ),
    ],
    rows: table.rows.map((row): RowView => {
      const cell = row.cells[main] ?? NO_RUN;
      const hasJudges = cell.runs.some((slug) => (site.run(slug)?.judges.length ?? 0) > 0);
      return {
        head: {
          kind: "model",
          model: row.model,
          deployment: row.modelDeployment === row.model ? undefined : row.modelDeployment,
        },
        cells: [
          { kind: "value", value: cell.value, whyMissing: whyMissing(cell) },
          { kind: "bar", value: cell.value, top },
          { kind: "text", text: countText(cell), sortBy: cell.instances },
          { kind: "text", text: cell.runs.length === 0 ? MISSING : coverageText(cell, hasJudges) },
          {
            kind: "runs",
            model: row.model,
            hrefs: cell.runs.filter((slug) => site.run(slug)).map((slug) => site.link.run(slug)),
          },
          ...others.map(
            ({ index }): CellView => ({
              kind: "value",
              value: row.cells[index]?.value ?? null,
              isWhole: table.rows.every(({ cells }) => Number.isInteger(cells[index]?.value ?? 0)),
              whyMissing: "no value",
            }),
          ),
        ],
      };
    }),
    downloads: { group: table.group, title: table.title },
  });
}

const nameOf = ({ metric, metricDisplayName: displayName }: Table["columns"][number]): string =>
  metricName({ metric, displayName, isJudged: false }).name;

/** The short name of a metric that has words, its direction, and the benchmark that it is of. */
function notesOf(
  short: string | undefined,
  lowerIsBetter: boolean | null | undefined,
  of?: string,
): string | undefined {
  const notes = [short, lowerIsBetter === true ? "lower is better" : undefined, of].filter(
    (note) => note !== undefined,
  );
  return notes.length === 0 ? undefined : notes.join(", ");
}

/** The instances; with the values behind the mean if they differ or are unknown. */
function countText({ instances, scored, runs }: Cell): string {
  if (runs.length === 0) return MISSING;
  if (scored === instances) return formatCount(instances);
  if (scored === undefined) return `${instancesText({ instances })}${instances === 0 ? "" : ", n unknown"}`;
  return `${formatCount(scored)} scored of ${formatCount(instances)}`;
}
