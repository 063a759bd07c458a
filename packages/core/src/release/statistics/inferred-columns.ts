import type { ColumnItems, PartScores } from "../../inference/column-items.ts";
import { detectableDifferences } from "../../inference/detectable-differences.ts";
import { exploratoryTests } from "../../inference/exploratory-tests.ts";
import type { InferredCell, InferredColumn, ItemCounts } from "../../inference/infer-table.ts";
import { type ReplicateColumn, replicatedColumn } from "../../inference/replicate-column.ts";
import { SAMPLING } from "../../inference/sampling.ts";
import type { TaskCall } from "../../inference/tasks.ts";
import type { ParallelMap } from "../../ports.ts";
import { mean } from "../../statistics/mean.ts";
import { type CellStatistics, stateOf } from "./cell-statistics.ts";
import { type ReleaseColumn, releaseColumns, type ScaledColumn, scaledColumn, toReplicate } from "./column-scores.ts";
import { columnStatistics } from "./column-statistics.ts";
import type { ColumnTests } from "./exploratory.ts";
import type { Cell, Column, Leaderboard, LeaderboardRun } from "../leaderboard/leaderboard.ts";
import type { ColumnItemCounts } from "./ranking.ts";

export interface ColumnsInput {
  /** Loads the scores of the runs of a column's cells, one result for each cell; undefined if they are unknown. */
  readonly partsOf: (
    column: Column,
    cells: readonly (readonly LeaderboardRun[])[],
  ) => Promise<readonly (readonly PartScores[] | undefined)[]>;
  readonly map: ParallelMap;
  /** The unit whose rows depend on each other, according to the card of a column's benchmark, e.g. "patient". */
  readonly unitOf?: (column: Column) => string | undefined;
}

/** A column and what its instances' scores say, by the keys of its cells. */
export type Inferred = InferredColumn &
  Pick<ScaledColumn, "scale"> & {
    readonly otherwise: ReadonlyMap<string, ReadonlyMap<string, number>>;
    readonly cells: ReadonlyMap<string, InferredCell>;
    readonly counts: ColumnItemCounts | undefined;
    readonly statistics: ReadonlyMap<string, CellStatistics>;
    readonly tests: ColumnTests | undefined;
  };

/** A column without its scores, whose memory is then free for the next column. */
type Loaded = Omit<Inferred, "cells" | "replicated"> & { readonly key: string; readonly release: ReleaseColumn };

/** Loads the scores of each column once, and draws its replicates. The key of a column is `columnKey`. */
export async function inferColumns(leaderboard: Leaderboard, input: ColumnsInput): Promise<Map<string, Inferred>> {
  const columns: Loaded[] = [];
  async function* toDraw(): AsyncGenerator<TaskCall> {
    for (const [key, release] of releaseColumns(leaderboard)) {
      const { loaded, replicate } = await loadColumn(key, release, input);
      columns.push(loaded);
      if (replicate !== undefined) yield { task: "replicateColumn", input: replicate };
    }
  }
  const drawn = (await input.map(toDraw())).values();
  return new Map(
    columns.map(({ key, release, ...column }) => {
      const models = column.items?.models.length;
      const replicated =
        models === undefined ? undefined : replicatedColumn(drawn.next().value ?? new Float64Array(), models);
      return [key, { ...column, replicated, cells: cellsOf(release, { ...column, replicated }) }];
    }),
  );
}

async function loadColumn(
  key: string,
  release: ReleaseColumn,
  { partsOf, unitOf }: ColumnsInput,
): Promise<{ readonly loaded: Loaded; readonly replicate: ReplicateColumn | undefined }> {
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
  const { items, range, scale } = scaled;
  const loaded = {
    key,
    release,
    items: items && withoutRuns(items),
    isBounded: range !== undefined,
    scale,
    otherwise,
    counts: countsOf(release, scaled),
    statistics: columnStatistics(release, parts, scaled, unitOf?.(release.column)),
    tests: testsOfColumn(release, scaled),
  };
  return { loaded, replicate: items && toReplicate(key, items, SAMPLING) };
}

const withoutRuns = ({ runs: _runs, ...counts }: ColumnItems): ItemCounts => counts;

/** Tests the pairs of models that answered the same items and lack few scores. */
function testsOfColumn({ cells }: ReleaseColumn, { parts, items }: ScaledColumn): ColumnTests | undefined {
  const chosen = (items?.models ?? []).flatMap((position) => {
    const [release, own] = [cells[position], parts[position]];
    if (release === undefined || own === undefined || lacksScores(release.cell)) return [];
    return [{ key: release.key, parts: own }];
  });
  const tests = exploratoryTests(chosen.map((one) => one.parts));
  return tests && { ...tests, keys: chosen.map(({ key }) => key) };
}

function countsOf({ cells }: ReleaseColumn, { items, range }: ScaledColumn): ColumnItemCounts | undefined {
  if (items === undefined) return undefined;
  const detectable = detectableDifferences(items, range !== undefined);
  const otherItems = items.otherItems.flatMap((position) => cells[position]?.deployment ?? []);
  return {
    items: items.items,
    common: items.commonItems,
    clusters: items.clusters,
    ...(otherItems.length === 0 ? {} : { otherItems }),
    detectable,
  };
}

function cellsOf(
  { cells }: ReleaseColumn,
  { items, replicated, scale }: Pick<Inferred, "items" | "replicated" | "scale">,
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
