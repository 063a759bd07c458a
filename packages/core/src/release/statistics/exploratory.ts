import type { ColumnPairTests } from "../../inference/exploratory-tests.ts";
import { benjaminiHochberg } from "../../statistics/multiple-testing.ts";
import { cellKey, columnKey, isRanking } from "./column-scores.ts";
import type { Exploratory } from "./exploratory-pairs.ts";
import type { Leaderboard, Table } from "../leaderboard/leaderboard.ts";

/** The tests of a column's cells. */
export interface ColumnTests extends ColumnPairTests {
  /** the key of each tested cell */
  readonly keys: readonly string[];
}

/** More rows have no list of pairs, because it would be larger than all else in a release. */
const MAX_ROWS = 40;

/** Collects the tests of the pairs of rows with one wording. Undefined without a pair, and for too many rows. */
export function exploratoryOf(
  leaderboard: Leaderboard,
  { group, columns, rows }: Table,
  tests: ReadonlyMap<string, ColumnTests | undefined>,
): Exploratory | undefined {
  if (group !== leaderboard.rootGroup || rows.length > MAX_ROWS) return undefined;
  const tested = columns.flatMap((column, place) => {
    const found = isRanking(leaderboard, group, column, place) ? tests.get(columnKey(column)) : undefined;
    if (found === undefined) return [];
    const rowOf = new Map(
      rows.flatMap(({ cells }, row) => {
        const cell = cells[place];
        return cell === undefined || cell.value === null ? [] : [[cellKey(cell), row] as const];
      }),
    );
    const pairs = found.pairs.flatMap(({ a, b, ...rest }) => {
      const [one, other] = [a, b].map((position) => rowOf.get(found.keys[position] ?? ""));
      if (one === undefined || other === undefined || rows[one]?.wording !== rows[other]?.wording) return [];
      const pair: [number, number] = [one, other];
      return [{ rows: pair, ...rest }];
    });
    return pairs.length === 0 ? [] : [{ column: place, test: found.test, pairs }];
  });
  if (tested.length === 0) return undefined;
  const adjusted = benjaminiHochberg(tested.flatMap(({ pairs }) => pairs.map(({ p }) => p))).values();
  return {
    columns: tested.map(({ pairs, ...column }) => ({
      ...column,
      pairs: pairs.map((pair) => ({ ...pair, adjustedP: adjusted.next().value ?? 1 })),
    })),
  };
}
