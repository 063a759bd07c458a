import { winMatrix } from "../../statistics/win-matrix.ts";
import { rankedSet } from "../../inference/ranked-set.ts";
import type { Average, RowAverages } from "./averages.ts";
import { columnRange } from "../leaderboard/column-range.ts";
import type { Cell, Leaderboard, Table } from "../leaderboard/leaderboard.ts";
import { mean, squaresAround } from "../../statistics/mean.ts";

/** A larger matrix would be larger than all else in a release. */
const MAX_ROWS = 100;

/** Adds averages and win shares to the tables that compare benchmarks. */
export function withPointEstimates(leaderboard: Leaderboard): Leaderboard {
  const isBenchmark = new Set(
    leaderboard.groups.flatMap(({ name, benchmark }) => (benchmark === undefined ? [] : [name])),
  );
  const runs = new Map(leaderboard.runs.map((run) => [run.slug, run]));
  const categories = categoriesOf(leaderboard);
  return {
    ...leaderboard,
    tables: leaderboard.tables.map((table) =>
      isBenchmark.has(table.group)
        ? table
        : estimated(table, unitValues(table, runs), table.group === leaderboard.rootGroup ? categories : undefined),
    ),
  };
}

/** The category of each benchmark: the first group below the root that contains it. */
export function categoriesOf({ groups, rootGroup }: Pick<Leaderboard, "groups" | "rootGroup">): Map<string, string> {
  const byName = new Map(groups.map((group) => [group.name, group]));
  const benchmarksBelow = (name: string): string[] => {
    const group = byName.get(name);
    if (group === undefined) return [];
    return group.benchmark === undefined ? group.subgroups.flatMap(benchmarksBelow) : [name];
  };
  const found = new Map<string, string>();
  for (const name of byName.get(rootGroup)?.subgroups ?? []) {
    if (byName.get(name)?.benchmark !== undefined) continue;
    for (const benchmark of benchmarksBelow(name)) if (!found.has(benchmark)) found.set(benchmark, name);
  }
  return found;
}

type Values = readonly (readonly (number | undefined)[])[];

/** `values[row][column]` from 0 to 1, larger is better; undefined without a value, and in a column that does not rank or has no bounds. */
function unitValues({ columns, rows }: Table, runs: ReadonlyMap<string, Leaderboard["runs"][number]>): Values {
  const scales = columns.map(({ lowerIsBetter }, place) => {
    if (lowerIsBetter === null) return () => undefined;
    const cells = rows.flatMap((row) => row.cells[place] ?? []);
    const range = columnRange(
      cells.flatMap((cell) => cell.runs.flatMap((slug) => runs.get(slug) ?? [])),
      cells.flatMap(({ value }) => value ?? []),
    );
    if (range === undefined) return () => undefined;
    const share = (value: number): number => (value - range.min) / (range.max - range.min);
    return (value: number) => (lowerIsBetter ? 1 - share(value) : share(value));
  });
  return rows.map((row) =>
    columns.map((_, place) => {
      const value = row.cells[place]?.value ?? null;
      return value === null ? undefined : scales[place]?.(value);
    }),
  );
}

const isRanked = (cell: Cell | undefined): boolean => cell?.state !== "not-ranked" && cell?.state !== "other-items";

function estimated(table: Table, values: Values, categories: ReadonlyMap<string, string> | undefined): Table {
  const wordings = [...Map.groupBy(table.rows.keys(), (row) => table.rows[row]?.wording).values()];
  const averages = new Map(wordings.flatMap((rows) => [...averagesOf(table, values, rows, categories)]));
  const { shares, sdOverOpponents } = winsOf(table);
  const paper = winsOf(table, 0).sdOverOpponents;
  return {
    ...table,
    rows: table.rows.map((row, position) => {
      const winRateSd = sdOverOpponents[position];
      const winRateSdPaper = paper[position];
      return {
        ...row,
        ...averages.get(position),
        ...(winRateSd === undefined || winRateSdPaper === undefined ? {} : { winRateSd, winRateSdPaper }),
      };
    }),
    ...(table.rows.length > MAX_ROWS
      ? {}
      : {
          winShares: {
            shares: shares.map((row) => row.map((one) => one?.share ?? null)),
            columns: shares.map((row) => row.map((one) => one?.n ?? 0)),
          },
        }),
  };
}

/**
 * Averages over the benchmarks that the tests compare, so that an average and its rank range belong together.
 * @param rows positions of the rows of one wording
 */
function averagesOf(
  { columns, rows: all, inference }: Table,
  values: Values,
  rows: readonly number[],
  categories: ReadonlyMap<string, string> | undefined,
): Map<number, RowAverages> {
  const wording = all[rows[0] ?? 0]?.wording;
  const family = inference?.families.find((one) => one.wording === wording && one.rows.length > 0);
  const isUsable = (row: number, column: number): boolean =>
    values[row]?.[column] !== undefined && isRanked(all[row]?.cells[column]);
  const chosen = family ?? rankedSet(rows, columns.length, isUsable);
  const inCategory = Map.groupBy(chosen.columns, (column) => categories?.get(columns[column]?.group ?? ""));
  inCategory.delete(undefined);
  return new Map(
    rows.map((row) => {
      if (!chosen.rows.includes(row)) return [row, { macroAverage: { undefinedBecause: whyWithout(all[row]) } }];
      const valuesOf = (places: readonly number[]) => places.flatMap((column) => values[row]?.[column] ?? []);
      const byCategory = [...inCategory].flatMap(([group, places]) =>
        group === undefined ? [] : [{ group, value: mean(valuesOf(places)), count: places.length }],
      );
      return [
        row,
        {
          macroAverage: averageOf(valuesOf(chosen.columns)),
          ...(byCategory.length === 0
            ? {}
            : { balancedAverage: averageOf(byCategory.map(({ value }) => value)), categoryAverages: byCategory }),
        },
      ];
    }),
  );
}

const whyWithout = (row: Table["rows"][number] | undefined): string =>
  row?.ranking !== undefined && "notRankedBecause" in row.ranking
    ? row.ranking.notRankedBecause
    : "it lacks benchmarks that the other models have";

function averageOf(values: readonly number[]): Average {
  const value = mean(values);
  const count = values.length;
  if (count < 2) return { value, count };
  return { value, sd: Math.sqrt(squaresAround(values, value) / (count - 1)), count };
}

/** Rows of another wording have no columns in common. */
function winsOf({ columns, rows }: Table, tie?: number) {
  const wordings = [...new Set(rows.map(({ wording }) => wording))];
  const kinds = wordings.flatMap((wording) =>
    columns.map(({ lowerIsBetter }, place) => ({ wording, lowerIsBetter, place })),
  );
  return winMatrix(
    rows.map((row) =>
      kinds.map(({ wording, place }) => (row.wording === wording ? (row.cells[place]?.value ?? undefined) : undefined)),
    ),
    kinds.map(({ lowerIsBetter }) => lowerIsBetter),
    tie,
  );
}
