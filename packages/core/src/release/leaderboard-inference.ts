import { detectableDifferences } from "../inference/detectable-differences.ts";
import { exploratoryTests } from "../inference/exploratory-tests.ts";
import type { ItemScore, PartScores } from "../inference/column-items.ts";
import {
  type Answer,
  type InferredCell,
  type InferredColumn,
  inferTable,
  type TableFamily,
} from "../inference/infer-table.ts";
import { conclusionsOf, LEVEL, type Replicated } from "../inference/pair-tests.ts";
import { replicatedColumn } from "../inference/replicate-column.ts";
import { winRateBand } from "../inference/win-rate-band.ts";
import type { ParallelMap } from "../ports.ts";
import type { Interval } from "../statistics/interval.ts";
import {
  cellKey,
  columnKey,
  isAverage,
  isRanking,
  type ReleaseColumn,
  releaseColumns,
  type ScaledColumn,
  scaledColumn,
  toReplicate,
} from "./column-scores.ts";
import { type CellStatistics, stateOf } from "./cell-statistics.ts";
import { columnStatistics, withoutScores } from "./column-statistics.ts";
import { categoriesOf } from "./point-estimates.ts";
import type { Cell, Column, Leaderboard, LeaderboardRun, Table } from "./leaderboard.ts";
import { type ColumnTests, exploratoryOf } from "./exploratory.ts";
import { stabilityOf } from "./stability.ts";
import type { ColumnItemCounts, RowRanking, TableInference } from "./ranking.ts";
import { mean } from "../statistics/mean.ts";

export interface InferenceInput {
  readonly leaderboard: Leaderboard;
  /** Loads the scores of the runs of a column's cells, one result for each cell; undefined if they are unknown. */
  readonly partsOf: (
    column: Column,
    cells: readonly (readonly LeaderboardRun[])[],
  ) => Promise<readonly (readonly PartScores[] | undefined)[]>;
  readonly map: ParallelMap;
  /** The unit whose rows depend on each other, according to the card of a column's benchmark, e.g. "patient". */
  readonly unitOf?: (column: Column) => string | undefined;
}

/** Of the 26,000 answers of a release, 2,000 replicates place the 5 % limit within half a percent. */
const SAMPLING = { seed: 0, replicates: 2000 };
/** More rows have no pair matrix, because it would be larger than all else in a release. */
const MAX_PAIR_ROWS = 100;

/** Adds to each table the conclusions from the scores of its instances. */
export async function withInference({ leaderboard, partsOf, map, unitOf }: InferenceInput): Promise<Leaderboard> {
  const columns = await inferColumns(leaderboard, { partsOf, map, ...(unitOf === undefined ? {} : { unitOf }) });
  const tables = leaderboard.tables.map((table) => ({ table, families: familiesOf(leaderboard, table, columns) }));
  const answers = tables.flatMap(({ families }) => families.flatMap(({ family }) => answersOf(family)));
  const inputs = answers.flatMap((answer) => ("replicated" in answer ? [answer.replicated] : []));
  const results = await map(inputs.map((input) => ({ task: "testPairs", input })));
  const bands = tables.map(({ table, families }) =>
    isAverage(leaderboard, table.group) ? families.flatMap((family) => bandsOf(table, family)) : [],
  );
  const tested = new Map(inputs.map((input, i) => [input, results[i] ?? new Float64Array()]));
  return {
    ...leaderboard,
    tables: tables.map(({ table, families }, i) =>
      withExploratory(
        leaderboard,
        withStability(
          leaderboard,
          withBands(inferredTable(leaderboard, table, families, columns, tested), bands[i] ?? []),
          columns,
        ),
        columns,
      ),
    ),
  };
}

function withStability(leaderboard: Leaderboard, table: Table, columns: ReadonlyMap<string, Inferred>): Table {
  const stability = stabilityOf(leaderboard, table, (cell, column) =>
    columns.get(columnKey(column))?.otherwise.get(cellKey(cell)),
  );
  return stability.length === 0 ? table : { ...table, stability };
}

function withExploratory(leaderboard: Leaderboard, table: Table, columns: ReadonlyMap<string, Inferred>): Table {
  const tests = new Map([...columns].map(([key, column]) => [key, column.tests]));
  const exploratory = exploratoryOf(leaderboard, table, tests);
  return exploratory === undefined ? table : { ...table, exploratory };
}

/** The mean of the runs' values under each rule that all of them have. */
function otherwiseOf(parts: readonly PartScores[]): ReadonlyMap<string, number> {
  const rules = [...(parts[0]?.otherwise?.keys() ?? [])];
  return new Map(
    rules.flatMap((rule) => {
      const values = parts.flatMap(({ otherwise }) => otherwise?.get(rule) ?? []);
      if (values.length < parts.length) return [];
      return [[rule, mean(values)] as const];
    }),
  );
}

type Inferred = InferredColumn &
  ScaledColumn & {
    readonly otherwise: ReadonlyMap<string, ReadonlyMap<string, number>>;
    readonly cells: ReadonlyMap<string, InferredCell>;
    readonly counts: ColumnItemCounts | undefined;
    readonly statistics: ReadonlyMap<string, CellStatistics>;
    readonly tests: ColumnTests | undefined;
  };

async function inferColumns(
  leaderboard: Leaderboard,
  { partsOf, map, unitOf }: Omit<InferenceInput, "leaderboard">,
): Promise<Map<string, Inferred>> {
  const loaded: ({ key: string; release: ReleaseColumn; scaled: ScaledColumn } & Pick<
    Inferred,
    "otherwise" | "statistics" | "tests"
  >)[] = [];
  for (const [key, release] of releaseColumns(leaderboard)) {
    const parts = await partsOf(
      release.column,
      release.cells.map(({ runs }) => runs),
    );
    const otherwise = new Map(
      release.cells.flatMap((cell, i) => {
        const own = parts[i];
        return own === undefined ? [] : [[cell.key, otherwiseOf(own)] as const];
      }),
    );
    const scaled = scaledColumn(release, parts);
    const statistics = columnStatistics(release, parts, scaled, unitOf?.(release.column));
    const tests = testsOfColumn(release, parts, scaled);
    loaded.push({ key, release, scaled, otherwise, statistics, tests });
  }
  const withItems = loaded.flatMap(({ key, scaled: { items } }) => (items === undefined ? [] : [{ key, items }]));
  const replicated = await map(
    withItems.map(({ key, items }) => ({ task: "replicateColumn", input: toReplicate(key, items, SAMPLING) })),
  );
  const byKey = new Map(
    withItems.map(({ key, items }, i) => [
      key,
      replicatedColumn(replicated[i] ?? new Float64Array(), items.models.length),
    ]),
  );
  return new Map(
    loaded.map(({ key, release, otherwise, scaled, statistics, tests }) => {
      const column = { ...scaled, replicated: byKey.get(key), isBounded: scaled.range !== undefined };
      const cells = cellsOf(release, column);
      return [key, { ...column, otherwise, cells, counts: countsOf(release, scaled), statistics, tests }];
    }),
  );
}

/** Tests the pairs of models that answered the same items and lack few scores. */
function testsOfColumn(
  { cells }: ReleaseColumn,
  parts: readonly (readonly PartScores[] | undefined)[],
  { items, scale }: ScaledColumn,
): ColumnTests | undefined {
  const chosen = (items?.models ?? []).flatMap((position) => {
    const [release, own] = [cells[position], parts[position]];
    if (release === undefined || own === undefined || lacksScores(release.cell)) return [];
    return [{ key: release.key, parts: own.map((part) => ({ ...part, items: part.items.map(withScale(scale)) })) }];
  });
  const tests = exploratoryTests(chosen.map((one) => one.parts));
  return tests && { ...tests, keys: chosen.map(({ key }) => key) };
}

const withScale =
  (scale: (value: number) => number) =>
  (item: ItemScore): ItemScore => ({ ...item, value: item.value === null ? null : scale(item.value) });

function countsOf({ cells }: ReleaseColumn, { items, range }: ScaledColumn): ColumnItemCounts | undefined {
  if (items === undefined) return undefined;
  const detectable = detectableDifferences(items, range !== undefined);
  const otherItems = items.otherItems.flatMap((position) => cells[position]?.deployment ?? []);
  return {
    items: items.items,
    common: items.commonItems,
    clusters: items.clusters,
    ...(otherItems.length === 0 ? {} : { otherItems }),
    ...(detectable === undefined ? {} : { detectable }),
  };
}

function cellsOf(
  { cells }: ReleaseColumn,
  { items, replicated, scale }: InferredColumn & ScaledColumn,
): Map<string, InferredCell> {
  const isByItems = items !== undefined && items.models.length + items.otherItems.length > cells.length / 2;
  return new Map(
    cells.map(({ key, cell }, position) => {
      const value = cell.value === null ? undefined : scale(cell.value);
      const place = items?.models.indexOf(position) ?? -1;
      const isMean = value !== undefined && isClose(replicated?.values[place], value);
      const model = isMean ? place : undefined;
      const because = whyNotRanked(cell, {
        hasOtherItems: items?.otherItems.includes(position) === true,
        lacksItems: isByItems && model === undefined,
      });
      return [key, { value, model, notRankedBecause: because }];
    }),
  );
}

/** The printed value is the mean of the scores, up to the order of a sum. */
const isClose = (ofScores: number | undefined, value: number): boolean =>
  ofScores !== undefined && Math.abs(ofScores - value) <= 1e-6 * Math.max(1, Math.abs(value));

function whyNotRanked(
  cell: Cell,
  { hasOtherItems, lacksItems }: { readonly hasOtherItems: boolean; readonly lacksItems: boolean },
): string | undefined {
  if (hasOtherItems) return "it answered other items than most models";
  if (lacksItems) return "the scores of its instances are unknown";
  return lacksScores(cell) ? `it has scores for ${cell.scored} of ${cell.instances} instances` : undefined;
}

const lacksScores = ({ scored, instances }: Pick<Cell, "scored" | "instances">): boolean =>
  scored !== undefined && instances > 0 && stateOf(scored / instances) === "not-ranked";

interface WordedFamily {
  readonly wording: string | undefined;
  /** positions in the table */
  readonly rows: readonly number[];
  readonly columns: readonly number[];
  readonly cells: readonly (readonly InferredCell[])[];
  /** one per column */
  readonly inferred: readonly InferredColumn[];
  readonly family: TableFamily | { readonly undefinedBecause: string };
}

function familiesOf(leaderboard: Leaderboard, table: Table, known: ReadonlyMap<string, Inferred>): WordedFamily[] {
  const ranking = table.columns.flatMap((column, place) =>
    isRanking(leaderboard, table.group, column, place) ? [{ column, place }] : [],
  );
  const categories = categoriesOf(leaderboard);
  const kinds = Map.groupBy(table.rows.keys(), (row) => table.rows[row]?.wording);
  return [...kinds].map(([wording, rows]) => {
    const cells = rows.map((row) =>
      ranking.map(({ column, place }): InferredCell => {
        const cell = table.rows[row]?.cells[place];
        const inferred = cell === undefined ? undefined : known.get(columnKey(column))?.cells.get(cellKey(cell));
        return inferred ?? { value: undefined, model: undefined };
      }),
    );
    const inferred = ranking.flatMap(({ column }) => known.get(columnKey(column)) ?? []);
    const family = inferTable(
      {
        columns: inferred,
        categories: ranking.map(({ column }) => categories.get(column.group) ?? ""),
        cells,
        isAverage: isAverage(leaderboard, table.group),
      },
      SAMPLING,
    );
    return { wording, rows, columns: ranking.map(({ place }) => place), cells, inferred, family };
  });
}

/** The bands of a family's win rates; none if a value rests on unknown instances, because it would not vary. */
function bandsOf({ rows: all }: Table, { rows, cells, inferred }: WordedFamily): (readonly [number, Interval])[] {
  const columns = inferred.map(({ replicated, items }, place) => {
    const present = [...rows.keys()].filter((row) => cells[row]?.[place]?.value !== undefined);
    const models = present.flatMap((row) => cells[row]?.[place]?.model ?? []);
    const isKnown = present.length < 2 || models.length === present.length;
    return {
      isKnown,
      rows: present,
      models,
      width: items?.models.length ?? 0,
      replicates: replicated?.replicates ?? new Float64Array(),
    };
  });
  if (!columns.every(({ isKnown }) => isKnown)) return [];
  const rates = rows.map((row) => all[row]?.meanWinRate ?? null);
  const found = winRateBand(rates, columns, SAMPLING.replicates);
  return rows.flatMap((row, position) => {
    const band = found[position];
    return band === undefined ? [] : [[row, band] as const];
  });
}

function withBands(table: Table, bands: readonly (readonly [number, Interval])[]): Table {
  const byRow = new Map(bands);
  return {
    ...table,
    rows: table.rows.map((row, position) => {
      const band = byRow.get(position);
      return band === undefined ? row : { ...row, winRateBand: band };
    }),
  };
}

const answersOf = (family: WordedFamily["family"]): Answer[] =>
  "undefinedBecause" in family
    ? []
    : [family.sameBenchmarks, ...(family.otherBenchmarks === undefined ? [] : [family.otherBenchmarks])];

type Tested = ReadonlyMap<Replicated, Float64Array>;
type Family = TableInference["families"][number];
type RowAnswer = NonNullable<Extract<RowRanking, { value: number }>["sameBenchmarks"]>;

function inferredTable(
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
      const because = cells[position]?.find((cell) => cell.notRankedBecause !== undefined)?.notRankedBecause;
      const sameRow = same.rows[place];
      const otherRow = other?.rows[place];
      rankings.set(
        row,
        place < 0
          ? { notRankedBecause: because ?? "it lacks benchmarks that the others have" }
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
        return { ...cell, ...(columns.get(columnKey(column))?.statistics.get(cellKey(cell)) ?? withoutScores(cell)) };
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

/** Benchmarks are tested by t, which has no smallest difference. */
function testsOf(answer: Exclude<Answer, { undefinedBecause: string }>, tested: Tested) {
  if ("adjustedP" in answer) return { adjustedP: answer.adjustedP, smallest: Number.NaN };
  const result = tested.get(answer.replicated) ?? new Float64Array(1);
  return { adjustedP: result.subarray(1), smallest: result[0] ?? Number.NaN };
}

/** The conclusions from the tests of one question. */
function answered(
  { values }: TableFamily,
  answer: Answer,
  tested: Tested,
): { readonly family: Family["sameBenchmarks"]; readonly rows: readonly RowAnswer[] } {
  if ("undefinedBecause" in answer) return { family: answer, rows: [] };
  const { adjustedP, smallest } = testsOf(answer, tested);
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
      ...(Number.isNaN(smallest) ? {} : { smallestTellableDifference: smallest }),
    },
    rows,
  };
}
