import type { AccessSubset } from "./access-subset.ts";
import { isAverage } from "../statistics/column-scores.ts";
import { columnsAt } from "./columns-at.ts";
import type { Leaderboard, Table } from "./leaderboard.ts";

/** A table that `withSubsetTables` appended. */
interface SubsetTable {
  /** position of the whole table in the leaderboard */
  readonly of: number;
  readonly access: AccessSubset["access"];
  /** positions of its columns in the whole table */
  readonly columns: readonly number[];
}

/** A leaderboard with further tables after its own. */
export interface WithSubsetTables {
  readonly leaderboard: Leaderboard;
  readonly subsets: readonly SubsetTable[];
}

/**
 * Appends the tables of the public and of the other benchmarks for each table that has both. So the functions that add statistics rank all of them
 * from the same bootstrap. `foldSubsetTables` removes them again.
 */
export function withSubsetTables(leaderboard: Leaderboard): WithSubsetTables {
  const isPublic = new Map(leaderboard.groups.map(({ name, benchmark }) => [name, benchmark?.access === "public"]));
  const found = leaderboard.tables.flatMap((table, of) => {
    if (!isAverage(leaderboard, table.group)) return [];
    const places = [...table.columns.keys()];
    const [open, closed] = [true, false].map((wanted) =>
      places.filter((place) => isPublic.get(table.columns[place]?.group ?? "") === wanted),
    );
    if (open === undefined || closed === undefined || open.length === 0 || closed.length === 0) return [];
    return [
      { of, access: "public" as const, columns: open, table: { ...table, ...columnsAt(table, open) } },
      { of, access: "nonPublic" as const, columns: closed, table: { ...table, ...columnsAt(table, closed) } },
    ];
  });
  return {
    leaderboard: { ...leaderboard, tables: [...leaderboard.tables, ...found.map(({ table }) => table)] },
    subsets: found.map(({ of, access, columns }) => ({ of, access, columns })),
  };
}

/** Moves the appended tables into the `subsets` of their whole tables. */
export function foldSubsetTables({ leaderboard, subsets }: WithSubsetTables): Leaderboard {
  const count = leaderboard.tables.length - subsets.length;
  const folded = subsets.flatMap((subset, i) => {
    const table = leaderboard.tables[count + i];
    return table === undefined ? [] : [{ of: subset.of, shown: shownSubset(subset, table) }];
  });
  const byTable = Map.groupBy(folded, ({ of }) => of);
  return {
    ...leaderboard,
    tables: leaderboard.tables.slice(0, count).map((table, position) => {
      const own = byTable.get(position);
      return own === undefined ? table : { ...table, subsets: own.map(({ shown }) => shown) };
    }),
  };
}

function shownSubset({ access, columns }: SubsetTable, { rows, inference }: Table): AccessSubset {
  return {
    access,
    columns: [...columns],
    rows: rows.map(
      ({ model: _model, modelDeployment: _deployment, wording: _wording, suites: _suites, cells: _cells, ...row }) =>
        row,
    ),
    ...(inference === undefined ? {} : { inference: withPositions(inference, columns) }),
  };
}

type Inference = NonNullable<Table["inference"]>;
type Answer = Inference["families"][number]["sameBenchmarks"];

/** With the positions of columns in the whole table, and without pair matrices, which would double the size of a release. */
function withPositions(inference: Inference, places: readonly number[]): Inference {
  return {
    ...inference,
    families: inference.families.map(({ columns, sameBenchmarks, otherBenchmarks, ...family }) => ({
      ...family,
      columns: columns.flatMap((column) => places[column] ?? []),
      sameBenchmarks: withoutPairs(sameBenchmarks),
      ...(otherBenchmarks === undefined ? {} : { otherBenchmarks: withoutPairs(otherBenchmarks) }),
    })),
  };
}

function withoutPairs(answer: Answer): Answer {
  if ("undefinedBecause" in answer) return answer;
  const { adjustedP: _pairs, ...rest } = answer;
  return rest;
}
