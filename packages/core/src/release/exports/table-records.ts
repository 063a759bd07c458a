import type { Cell, Column, Leaderboard, LeaderboardRun, Table } from "../leaderboard/leaderboard.ts";
import { averageOf, familyReasons, intervalOf, rankSetOf, reasonOf, winRateBandOf } from "./shown-statistics.ts";

type Value = string | number | boolean | null;
/** A row of a table in a data format; null: unknown. */
export type ExportRecord = Readonly<Record<string, Value>>;

type Row = Table["rows"][number];

const whose = (table: Table, row: Row): ExportRecord => ({
  table: table.group,
  model: row.model,
  model_deployment: row.modelDeployment,
  wording: row.wording ?? (table.wordings ?? ["unknown"]).join(" "),
});

/** One record for each row of each table: its win rate, averages and ranks. */
export function* rowRecords({ tables, suites }: Leaderboard): Generator<ExportRecord> {
  for (const table of tables)
    for (const row of table.rows)
      yield {
        ...whose(table, row),
        suites: (row.suites ?? suites).join(" "),
        mean_win_rate: row.meanWinRate,
        win_rate_columns: row.winRateColumns,
        win_rate_band_low: winRateBandOf(row)?.low ?? null,
        win_rate_band_high: winRateBandOf(row)?.high ?? null,
        win_rate_band_undefined_because: reasonOf(row.winRateBand) ?? null,
        macro_average: averageOf(row.macroAverage) ?? null,
        balanced_average: averageOf(row.balancedAverage) ?? null,
        ...rankRecord(table, row),
      };
}

function rankRecord(table: Table, row: Row): ExportRecord {
  const { ranks: [low, high] = [null, null], question = null } = rankSetOf(table, row) ?? {};
  const { ranking } = row;
  const own = ranking !== undefined && "notRankedBecause" in ranking ? ranking.notRankedBecause : undefined;
  const because = low === null ? (own ?? familyReasons(table)[0] ?? null) : null;
  return { rank_low: low, rank_high: high, rank_question: question, not_ranked_because: because };
}

/** One record for each cell of each table, with its interval and counts. */
export function* cellRecords({ tables, suites, runs }: Leaderboard): Generator<ExportRecord> {
  const bySlug = new Map(runs.map((run) => [run.slug, run]));
  for (const table of tables)
    for (const row of table.rows)
      for (const [index, column] of table.columns.entries()) {
        const cell = row.cells[index];
        if (cell !== undefined)
          yield {
            ...whose(table, row),
            suites: (cell.suites ?? suites).join(" "),
            ...cellRecord(column, cell),
            ...clinicianRecord(cell.runs.length === 1 ? bySlug.get(cell.runs[0] ?? "") : undefined, column),
          };
      }
}

function cellRecord({ group, metric }: Column, cell: Cell): ExportRecord {
  const interval = intervalOf(cell);
  return {
    benchmark: group,
    metric,
    value: cell.value,
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    interval_undefined_because: reasonOf(cell.interval) ?? null,
    state: cell.state ?? null,
    n: cell.scored ?? null,
    instances: cell.instances > 0 ? cell.instances : null, // unknown for an imported table
    failed: cell.failed ?? null,
    verdicts_asked: cell.verdictsAsked ?? null,
    verdicts_scored: cell.verdictsScored ?? null,
    judged_itself: cell.judgedItself ?? null,
  };
}

/** Of a cell of one run with its main metric, on the scale of the ratings. */
function clinicianRecord(run: LeaderboardRun | undefined, { metric }: Column): ExportRecord {
  const mean = run?.mainMetric === metric ? run.clinicians?.mean : undefined;
  const known = mean === undefined || "undefinedBecause" in mean ? undefined : mean;
  return {
    clinicians_mean: known?.value ?? null,
    clinicians_low: known?.low ?? null,
    clinicians_high: known?.high ?? null,
  };
}
