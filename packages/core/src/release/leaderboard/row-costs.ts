import type { RowCosts } from "./costs.ts";
import type { Leaderboard, LeaderboardRun, Table } from "./leaderboard.ts";

type Row = Table["rows"][number];

/** Adds costs to the rows whose runs all have one. */
export function withCosts(leaderboard: Leaderboard): Leaderboard {
  const runs = new Map(leaderboard.runs.map((run) => [run.slug, run]));
  return { ...leaderboard, tables: leaderboard.tables.map((table) => costed(table, runs)) };
}

function costed(table: Table, runs: ReadonlyMap<string, LeaderboardRun>): Table {
  const rows = table.rows.map((row) => ({ row, costs: costsOf(row, runs), score: scoreOf(row, table) }));
  const compared = rows.flatMap(({ costs, score }) =>
    costs === undefined || score === undefined ? [] : [{ usd: costs.candidateUsd, score }],
  );
  const isBeaten = (usd: number, score: number): boolean =>
    compared.some((other) => other.usd <= usd && other.score >= score && (other.usd < usd || other.score > score));
  return {
    ...table,
    rows: rows.map(({ row, costs, score }) => {
      if (costs === undefined) return row;
      const isOnFront = score !== undefined && !isBeaten(costs.candidateUsd, score);
      return { ...row, costs: { ...costs, ...(isOnFront ? { isOnParetoFront: true } : {}) } };
    }),
  };
}

function costsOf({ cells }: Row, runs: ReadonlyMap<string, LeaderboardRun>): RowCosts | undefined {
  const slugs = new Set(cells.flatMap((cell) => cell.runs));
  const own = [...slugs].flatMap((slug) => runs.get(slug) ?? []);
  const candidateUsd = sum(own.map(({ costUsd }) => costUsd));
  if (own.length === 0 || candidateUsd === undefined) return undefined;
  const judges = own.flatMap((run) => run.judges).filter(({ standIn }) => !standIn);
  const judgesUsd = sum(judges.map(({ costUsd }) => costUsd));
  return { candidateUsd, ...(judgesUsd === undefined ? {} : { judgesUsd }) };
}

/** Undefined if a part is unknown. The sum is of whole millionths, so that it does not depend on the order. */
function sum(parts: readonly (number | undefined)[]): number | undefined {
  let microUsd = 0;
  for (const part of parts) {
    if (part === undefined) return undefined;
    microUsd += Math.round(part * 1e6);
  }
  return microUsd / 1e6;
}

/** The mean win rate, or the value of the only column. Undefined: the row lacks a value, or nothing says which values are better. */
function scoreOf({ cells, meanWinRate }: Row, { columns }: Table): number | undefined {
  if (cells.some(({ value }) => value === null)) return undefined;
  if (columns.length > 1) return meanWinRate ?? undefined;
  const [value, lowerIsBetter] = [cells[0]?.value, columns[0]?.lowerIsBetter];
  if (value === undefined || value === null || lowerIsBetter === undefined || lowerIsBetter === null) return undefined;
  return lowerIsBetter ? -value : value;
}
