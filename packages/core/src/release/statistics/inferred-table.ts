import type { Answer, InferredCell, TableFamily } from "../../inference/infer-table.ts";
import { conclusionsOf, LEVEL, NO_VARIANCE } from "../../inference/pair-tests.ts";
import { SAMPLING } from "../../inference/sampling.ts";
import { undefinedBecause } from "../../statistics/undefined.ts";
import { cellKey, columnKey, isAverage, isRanking } from "./column-scores.ts";
import { withoutScores } from "./column-statistics.ts";
import type { Inferred } from "./inferred-columns.ts";
import type { Leaderboard, Table } from "../leaderboard/leaderboard.ts";
import { otherThan } from "../profile-names.ts";
import type { RowRanking, TableInference } from "./ranking.ts";
import { underProfile } from "./stability.ts";
import type { WordedFamily } from "./worded-families.ts";

/** More rows have no pair matrix, because it would be larger than all else in a release. */
const MAX_PAIR_ROWS = 100;

type Tested = ReadonlyMap<Answer, Float64Array>;
type Family = TableInference["families"][number];
type RowAnswer = NonNullable<Extract<RowRanking, { value: number }>["sameBenchmarks"]>;

/** The ranking compares models on the same benchmarks only. */
function whyNotRanked(columns: readonly number[], cells: readonly InferredCell[]): string {
  const because = cells.find((cell) => cell.notRankedBecause !== undefined)?.notRankedBecause;
  if (because !== undefined) return because;
  const present = columns.filter((column) => cells[column]?.value !== undefined).length;
  if (columns.length === 1) return "it has no score of the benchmark";
  const has = `it has ${present} of the ${columns.length} benchmarks that the ranked models share`;
  return present === 0 ? has : `${has}; the table of each benchmark compares it with them`;
}

/** The table with the rank sets of its rows, the states of its cells and the counts of its columns. */
export function inferredTable(
  leaderboard: Leaderboard,
  table: Table,
  families: readonly WordedFamily[],
  columns: ReadonlyMap<string, Inferred>,
  tested: Tested,
): Table {
  const rankings = new Map<number, RowRanking>();
  const shown = families.map(({ wording, rows, columns: places, cells, family }): Family => {
    const named = wording === undefined ? {} : { wording };
    if ("undefinedBecause" in family) {
      for (const row of rows) rankings.set(row, { notRankedBecause: family.undefinedBecause });
      return { ...named, rows: [], columns: [], sameBenchmarks: family };
    }
    const same = answered(family, family.sameBenchmarks, tested);
    const other = family.otherBenchmarks === undefined ? undefined : answered(family, family.otherBenchmarks, tested);
    for (const [position, row] of rows.entries()) {
      const place = family.rows.indexOf(position);
      const sameRow = same.rows[place];
      const otherRow = other?.rows[place];
      rankings.set(
        row,
        place < 0
          ? { notRankedBecause: whyNotRanked(family.columns, cells[position] ?? []) }
          : {
              value: family.values[place] ?? 0,
              ...(sameRow === undefined ? {} : { sameBenchmarks: sameRow }),
              ...(otherRow === undefined ? {} : { otherBenchmarks: otherRow }),
            },
      );
    }
    return {
      ...named,
      rows: family.rows.flatMap((position) => rows[position] ?? []),
      columns: family.columns.flatMap((position) => places[position] ?? []),
      sameBenchmarks: same.family,
      ...(other === undefined ? {} : { otherBenchmarks: other.family }),
    };
  });
  return {
    ...table,
    columns: table.columns.map((column, place) => {
      const counts = isRanking(leaderboard, table.group, column, place)
        ? columns.get(columnKey(column))?.counts
        : undefined;
      return counts === undefined ? column : { ...column, itemCounts: counts };
    }),
    rows: table.rows.map((row, position) => {
      const ranking = rankings.get(position);
      const cells = row.cells.map((cell, place) => {
        const column = table.columns[place];
        if (column === undefined || !isRanking(leaderboard, table.group, column, place)) return cell;
        const inferred = columns.get(columnKey(column));
        const otherProfile = inferred?.otherwise.get(cellKey(cell))?.get(underProfile(otherThan(leaderboard.profile)));
        return {
          ...cell,
          ...(inferred?.statistics.get(cellKey(cell)) ?? withoutScores(cell)),
          ...(otherProfile === undefined ? {} : { otherProfile }),
        };
      });
      return { ...row, cells, ...(ranking === undefined ? {} : { ranking }) };
    }),
    inference: {
      level: LEVEL,
      ...SAMPLING,
      headline: isAverage(leaderboard, table.group) ? "otherBenchmarks" : "sameBenchmarks",
      families: shown,
    },
  };
}

/**
 * Benchmarks are tested by t, which has no smallest difference. If new questions of the same benchmarks could remove a difference, other benchmarks
 * could, too. A p-value is therefore at least that of the first question.
 */
function testsOf(
  { sameBenchmarks }: TableFamily,
  answer: Exclude<Answer, { undefinedBecause: string }>,
  tested: Tested,
): { readonly adjustedP: Float64Array; readonly smallest: number } {
  if ("replicated" in answer) {
    const result = tested.get(answer) ?? new Float64Array(1);
    return { adjustedP: result.subarray(1), smallest: result[0] ?? Number.NaN };
  }
  const least = tested.get(sameBenchmarks)?.subarray(1);
  return { adjustedP: answer.adjustedP.map((p, at) => Math.max(p, least?.[at] ?? 0)), smallest: Number.NaN };
}

/** The conclusions from the tests of one question. */
function answered(
  family: TableFamily,
  answer: Answer,
  tested: Tested,
): { readonly family: Family["sameBenchmarks"]; readonly rows: readonly RowAnswer[] } {
  if ("undefinedBecause" in answer) return { family: answer, rows: [] };
  const { values } = family;
  const { adjustedP, smallest } = testsOf(family, answer, tested);
  const { rankSets, best, letters } = conclusionsOf(values, adjustedP);
  const models = values.length;
  const rows = rankSets.map(([low, high], j): RowAnswer => {
    const interval = answer.intervals?.[j];
    return {
      rankSet: [low, high],
      letters: [...(letters[j] ?? [])],
      mayBeBest: best.includes(j),
      ...(interval === undefined ? {} : { interval }),
    };
  });
  const matrix = Array.from({ length: models }, (_, j) =>
    Array.from({ length: models }, (_unused, k) => (j === k ? null : (adjustedP[j * models + k] ?? null))),
  );
  return {
    family: {
      ...(models > MAX_PAIR_ROWS ? {} : { adjustedP: matrix }),
      ...(Number.isNaN(smallest)
        ? {}
        : { smallestTellableDifference: smallest === 0 ? undefinedBecause(NO_VARIANCE) : smallest }),
    },
    rows,
  };
}
