import type { Leaderboard, Table } from "@medhelm/core/release/leaderboard/leaderboard";
import { sampleLeaderboard, type SampleSize } from "./sample-release.ts";

type Row = Table["rows"][number];

const LONG = "Douglas Fir Clinical Reasoner 120B Preview";
const ARABIC = "نموذج الطب السريري 70B";
/** Two models differ clearly if their scores differ by more. */
const CLEAR = 0.08;

/**
 * The sample release with what the statistics of a release add: averages, rank ranges, both intervals, costs, openness and sizes. Model 2
 * has a name of 42 characters, model 3 an Arabic one, and model 4 too few benchmarks for a rank.
 */
export function rankedLeaderboard(size: SampleSize): Leaderboard {
  const leaderboard = sampleLeaderboard(size);
  return {
    ...leaderboard,
    profile: "corrected",
    models: leaderboard.models.map((model, m) => ({
      ...model,
      displayName: m === 2 ? LONG : m === 3 ? ARABIC : model.displayName,
      organization: ["Alder", "Birch Labs", "Cedar"][m % 3] ?? "",
      access: m % 2 === 0 ? "open" : "limited",
      parameters: [7e9, 70e9, 400e9][m % 3] ?? 7e9,
    })),
    tables: leaderboard.tables.map((table) => withSubsets(withStatistics(table), leaderboard.groups)),
  };
}

function withStatistics(table: Table): Table {
  const scores = table.rows.map(
    (_, m) => 0.8 - 0.3 * ((m * 7) % table.rows.length) * (1 / Math.max(1, table.rows.length)),
  );
  return {
    ...table,
    inference: { level: 0.05, replicates: 2000, seed: 0, headline: "otherBenchmarks", families: [] },
    rows: table.rows.map((row, m) => ({
      ...row,
      cells: row.cells.map(withInterval),
      macroAverage: { value: scores[m] ?? 0, sd: 0.1, count: table.columns.length },
      costs: { candidateUsd: 0.5 * 3 ** (m % 7), judgesUsd: 12 },
      ranking:
        m === 4 && table.rows.length > 5
          ? { notRankedBecause: "it has values in 2 of 37 benchmarks" }
          : {
              value: scores[m] ?? 0,
              otherBenchmarks: answerOf(scores, m, 0.05),
              sameBenchmarks: answerOf(scores, m, 0.01),
            },
    })),
  };
}

/** The rankings by public benchmarks alone and by the others, in which the last model is the best. */
function withSubsets(table: Table, groups: Leaderboard["groups"]): Table {
  const access = new Map(groups.map(({ name, benchmark }) => [name, benchmark?.access]));
  const isPublic = (group: string) => access.get(group) === "public";
  const positions = [...table.columns.keys()];
  const chosen = positions.filter((position) => isPublic(table.columns[position]?.group ?? ""));
  if (chosen.length === 0 || chosen.length === positions.length) return table;
  const rows = table.rows.toReversed().map(({ meanWinRate, winRateColumns, macroAverage, ranking, costs }) => ({
    meanWinRate,
    winRateColumns,
    ...(macroAverage === undefined ? {} : { macroAverage }),
    ...(ranking === undefined ? {} : { ranking }),
    ...(costs === undefined ? {} : { costs }),
  }));
  const inference = table.inference === undefined ? {} : { inference: table.inference };
  return {
    ...table,
    subsets: [
      { access: "public", columns: chosen, rows, ...inference },
      { access: "nonPublic", columns: positions.filter((position) => !chosen.includes(position)), rows, ...inference },
    ],
  };
}

function answerOf(scores: readonly number[], m: number, half: number) {
  const own = scores[m] ?? 0;
  const better = scores.filter((score) => score > own + CLEAR).length;
  const worse = scores.filter((score) => score < own - CLEAR).length;
  return {
    rankSet: [1 + better, scores.length - worse] satisfies [number, number],
    letters: [`${Math.round(own * 10)}`, `${Math.round(own * 10) + 1}`],
    mayBeBest: better === 0,
    interval: { low: own - half, high: own + half },
  };
}

function withInterval(cell: Row["cells"][number]): Row["cells"][number] {
  if (cell.value === null) return { ...cell, state: "not-run" };
  const half = 0.1;
  return {
    ...cell,
    state: "ranked",
    otherProfile: Math.max(0, cell.value - 0.05),
    scored: cell.instances,
    interval: {
      low: Math.max(0, cell.value - half),
      high: Math.min(1, cell.value + half),
      n: cell.instances,
      clusters: cell.instances,
      method: "wilson",
    },
  };
}
