import { addAt } from "./add-at.ts";
import type { TestedPairs } from "./pair-tests.ts";
import type { ColumnItems } from "./column-items.ts";
import { rankedSet } from "./ranked-set.ts";
import type { ReplicatedColumn } from "./replicate-column.ts";
import { benchmarkTests } from "./benchmark-tests.ts";
import type { Interval } from "../statistics/interval.ts";
import { averageInterval } from "./average-interval.ts";

/** Without the sums and counts, which need most of the memory. */
export type ItemCounts = Omit<ColumnItems, "runs">;

/** A column of a release: one benchmark's main metric, with the scores of all of its cells. */
export interface InferredColumn {
  /** Undefined if no scores of instances are known. */
  readonly items: ItemCounts | undefined;
  /** The joint bootstrap of `items.models`, larger is better, from 0 to 1 if the range is known. */
  readonly replicated: ReplicatedColumn | undefined;
  /** whether the scores are from 0 to 1 */
  readonly isBounded: boolean;
}

/** A cell of a table. */
export interface InferredCell {
  /** from 0 to 1 if the column is bounded; larger is better. Undefined without a value. */
  readonly value: number | undefined;
  /** position of the cell's model among those of the column's bootstrap; undefined if it is not one of them */
  readonly model: number | undefined;
  /** a phrase that says why the cell is not ranked */
  readonly notRankedBecause?: string | undefined;
}

export interface InferredTable {
  /** the columns that rank */
  readonly columns: readonly InferredColumn[];
  /** the category of each column's benchmark */
  readonly categories: readonly string[];
  /** `cells[row][column]`, rows of one wording */
  readonly cells: readonly (readonly InferredCell[])[];
  /** whether the table ranks by the average over benchmarks, and not by one benchmark */
  readonly isAverage: boolean;
}

export type Answer =
  | { readonly adjustedP: Float64Array; readonly intervals: readonly Interval[] }
  | {
      /** Makes the joint bootstrap of the rows, which needs more memory than all else of a table. */
      readonly replicated: () => TestedPairs;
      readonly intervals: readonly Interval[] | undefined;
    }
  | { readonly undefinedBecause: string };

export interface TableFamily {
  /** positions of the rows that are ranked */
  readonly rows: readonly number[];
  readonly columns: readonly number[];
  readonly values: Float64Array;
  readonly sameBenchmarks: Answer;
  readonly otherBenchmarks?: Answer;
}

export interface Sampling {
  readonly seed: number;
  readonly replicates: number;
}

/** Chooses the rows and columns of a table's ranking, and prepares the tests of both questions. */
export function inferTable(
  table: InferredTable,
  sampling: Sampling,
): TableFamily | { readonly undefinedBecause: string } {
  const { cells, columns, isAverage } = table;
  const usable = (row: number, column: number): boolean => {
    const cell = cells[row]?.[column];
    if (cell?.value === undefined || cell.notRankedBecause !== undefined) return false;
    return !isAverage || columns[column]?.isBounded === true;
  };
  const rows = [...cells.keys()];
  const chosen = rankedSet(rows, columns.length, usable);
  if (chosen.rows.length < 2) return { undefinedBecause: tooFew(rows.length) };
  const values = averages(table, chosen);
  const same = sameBenchmarks(table, chosen, sampling);
  return {
    ...chosen,
    values,
    sameBenchmarks: same,
    ...(isAverage ? { otherBenchmarks: widened(otherBenchmarks(table, chosen), same) } : {}),
  };
}

const tooFew = (rows: number): string =>
  rows < 2 ? "there is one model" : "fewer than two models have comparable scores of the same benchmarks";

interface Chosen {
  readonly rows: readonly number[];
  readonly columns: readonly number[];
}

function averages({ cells }: InferredTable, { rows, columns }: Chosen): Float64Array {
  return Float64Array.from(
    rows,
    (row) => columns.reduce((sum, column) => sum + (cells[row]?.[column]?.value ?? 0), 0) / columns.length,
  );
}

/** A column whose ranked rows all have scores of instances. */
interface KnownColumn {
  readonly replicated: ReplicatedColumn;
  /** the number of models in `replicated` */
  readonly width: number;
  readonly clusters: number;
  /** the model of each ranked row */
  readonly models: readonly number[];
}

function knownColumns({ columns, cells }: InferredTable, chosen: Chosen): KnownColumn[] {
  return chosen.columns.flatMap((place) => {
    const { replicated, items } = columns[place] ?? {};
    const models = chosen.rows.flatMap((row) => cells[row]?.[place]?.model ?? []);
    if (replicated === undefined || items === undefined || models.length < chosen.rows.length) return [];
    return [{ replicated, width: items.models.length, clusters: items.clusters, models }];
  });
}

/** New questions of the same benchmarks: the mean of the columns' bootstraps. */
function sameBenchmarks(table: InferredTable, chosen: Chosen, { replicates }: Sampling): Answer {
  const count = chosen.columns.length;
  const known = knownColumns(table, chosen);
  const missing = count - known.length;
  if (missing > 0)
    return {
      undefinedBecause: `${missing} of ${count} benchmarks ${missing === 1 ? "lacks" : "lack"} scores of instances`,
    };
  if (known.some(({ clusters }) => clusters < 2))
    return { undefinedBecause: "a benchmark has fewer than two independent items" };
  const models = chosen.rows.length;
  const values = meanValues(known, models);
  return {
    replicated: () => ({ values, replicates: meanReplicates(known, models, replicates), clusters: clustersOf(known) }),
    intervals: table.isAverage ? intervalsOf(known, values) : undefined,
  };
}

const clustersOf = (columns: readonly KnownColumn[]): number =>
  columns.reduce((sum, column) => sum + column.clusters, 0);

function meanValues(columns: readonly KnownColumn[], models: number): Float64Array {
  const means = new Float64Array(models);
  for (const { replicated, models: own } of columns)
    for (const [j, model] of own.entries()) addAt(means, j, (replicated.values[model] ?? 0) / columns.length);
  return means;
}

function meanReplicates(columns: readonly KnownColumn[], models: number, replicates: number): Float64Array {
  const means = new Float64Array(replicates * models);
  for (const { replicated, width, models: own } of columns)
    for (const [j, model] of own.entries())
      for (let b = 0; b < replicates; b++)
        addAt(means, b * models + j, (replicated.replicates[b * width + model] ?? 0) / columns.length);
  return means;
}

/** With the degrees of freedom of Satterthwaite 1946. */
function intervalsOf(columns: readonly KnownColumn[], values: Float64Array): Interval[] {
  const clusters = clustersOf(columns);
  return [...values].map((value, j) => {
    const parts = columns.map(({ replicated, models, clusters: m }) => ({
      variance: (replicated.variances[models[j] ?? 0] ?? 0) / columns.length ** 2,
      degrees: m - 1,
    }));
    const variance = parts.reduce((sum, part) => sum + part.variance, 0);
    const inverse = parts.reduce((sum, part) => sum + part.variance ** 2 / part.degrees, 0);
    const degrees = inverse > 0 ? variance ** 2 / inverse : clusters - columns.length;
    return averageInterval(value, variance, degrees, clusters);
  });
}

/** Other benchmarks of the same categories, too. It needs the values of the benchmarks only. */
function otherBenchmarks(table: InferredTable, { rows, columns }: Chosen): Answer {
  const tests = benchmarkTests({
    models: rows.length,
    categories: columns.map((column) => table.categories[column] ?? ""),
    values: Float64Array.from(columns.flatMap((column) => rows.map((row) => table.cells[row]?.[column]?.value ?? 0))),
  });
  if (tests === undefined) return { undefinedBecause: "there is one benchmark" };
  const { values, variances, degrees, adjustedP } = tests;
  const intervals = rows.map((_, j) => averageInterval(values[j] ?? 0, variances[j] ?? 0, degrees, columns.length));
  return { adjustedP, intervals };
}

/**
 * Few benchmarks that agree by chance have a smaller variance than their own questions give them. The intervals are then those of new
 * questions, because other benchmarks have new questions, too.
 */
function widened(other: Answer, same: Answer): Answer {
  if (!("adjustedP" in other) || !("replicated" in same)) return other;
  return {
    ...other,
    intervals: other.intervals.map((interval, j) => {
      const least = same.intervals?.[j];
      if (least === undefined) return interval;
      return { low: Math.min(interval.low, least.low), high: Math.max(interval.high, least.high) };
    }),
  };
}
